"""Jobs, for leads and researchers."""

from dataclasses import asdict

import django_filters
from django.core.exceptions import ValidationError
from django.http import FileResponse, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from evaluation.api.reading import Words, read
from phonebuddy.api.errors import NotFound, Refused
from phonebuddy.api.permissions import Allowed, TokenScope
from training import options, policies, services
from training.models import Job, JobKind, JobState, Metric
from training.serializers.jobs import (
    DifferenceSerializer,
    EstimateSerializer,
    JobDetailSerializer,
    JobRequestSerializer,
    JobSerializer,
    LogSerializer,
    OptionsSerializer,
    ProgressSerializer,
    SampleStepsSerializer,
    differences,
)

#: Points of one answer; whoever has fewer asks again.
MOST_POINTS = 5000
PICTURES = {".jpg": "image/jpeg", ".png": "image/png"}
#: The place in a job's curves that a page has come to: the attempt in front of the line.
ATTEMPT = 10**9


class JobFilter(django_filters.FilterSet):
    state = django_filters.MultipleChoiceFilter(choices=JobState.choices)
    kind = django_filters.MultipleChoiceFilter(choices=JobKind.choices)
    search = Words("name", "owner__username")

    class Meta:
        model = Job
        fields = ["dataset", "base"]


def number_of(request, name: str) -> int | None:
    """A number in the address. Refused when it is none."""
    text = request.query_params.get(name, "")
    if text and not (text.isascii() and text.isdecimal() and len(text) < 18):
        raise Refused(f"{name} must be a whole number.", "invalid", {name: ["A whole number."]})
    return int(text) if text else None


AFTER = OpenApiParameter("after", int, description="What the last answer called `next`.")


class JobViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet):
    permission_classes = [Allowed(policies.can_train), TokenScope]
    queryset = Job.objects.none()
    serializer_class = JobSerializer
    filterset_class = JobFilter
    lookup_value_regex = "[0-9a-f-]{36}"

    def get_queryset(self):
        return Job.objects.visible_to(self.request.user).with_everything().busiest_first()

    def get_serializer_class(self):
        return JobSerializer if self.action == "list" else JobDetailSerializer

    def answer(self, job: Job, status: int = 200) -> Response:
        return Response(JobDetailSerializer(self.get_queryset().get(pk=job.pk)).data, status=status)

    @extend_schema(request=JobRequestSerializer, responses={201: JobDetailSerializer})
    def create(self, request):
        """Start a job. 400 with `fields` ("config.learning_rate", "dataset", …) when it could never run."""
        return self.answer(services.start_training(request.user, **read(JobRequestSerializer, request)), 201)

    @extend_schema(request=JobRequestSerializer, responses=EstimateSerializer)
    @action(detail=False, methods=["post"])
    def estimate(self, request):
        """What such a job would take: time, memory, disk."""
        asked = read(JobRequestSerializer, request)
        found = services.outlook(
            asked["kind"], asked["preset"], asked["config"], asked["dataset"], asked["base"], asked["queue"]
        )
        return Response(asdict(found))

    @extend_schema(responses=OptionsSerializer)
    @action(detail=False, methods=["get"], pagination_class=None, filterset_class=None)
    def options(self, request):
        """What can be started, with presets and every field explained."""
        return Response({"kinds": options.kinds(), "machines": services.machine()})

    @extend_schema(request=None, responses=JobDetailSerializer)
    @action(detail=True, methods=["post"])
    def stop(self, request, pk=None):
        """Save a checkpoint and stop."""
        return self.answer(services.cancel_training(request.user, self.get_object()))

    @extend_schema(request=None, responses=JobDetailSerializer)
    @action(detail=True, methods=["post"])
    def resume(self, request, pk=None):
        """Go on with a stopped job, from its last checkpoint."""
        return self.answer(services.resume_training(request.user, self.get_object()))

    @extend_schema(request=None, responses=JobDetailSerializer)
    @action(detail=True, methods=["post"])
    def retry(self, request, pk=None):
        """Try a failed job again, from its last checkpoint."""
        return self.answer(services.retry_training(request.user, self.get_object()))

    @extend_schema(parameters=[AFTER], responses=ProgressSerializer)
    @action(detail=True, methods=["get"], pagination_class=None, filterset_class=None)
    def progress(self, request, pk=None):
        """The curves' points from a place on; all of them again after a resume has cut some."""
        job, after = self.get_object(), number_of(request, "after") or 0
        attempt, line = divmod(after, ATTEMPT)
        reset = after > 0 and attempt != job.attempts
        names = ("step", "of", "at", "phase", "values")
        rows = Metric.objects.filter(job=job, line__gte=0 if reset else line).order_by("line")
        lines = list(rows.values("line", *names)[:MOST_POINTS])
        line = lines[-1].pop("line") + 1 if lines else (0 if reset else line)
        for point in lines[:-1]:
            del point["line"]
        return Response({"lines": lines, "next": job.attempts * ATTEMPT + line, "reset": reset})

    @extend_schema(parameters=[AFTER], responses=LogSerializer)
    @action(detail=True, methods=["get"], pagination_class=None, filterset_class=None)
    def log(self, request, pk=None):
        """What the trainer printed: from a byte on, or the last 64 kB."""
        text, after, size = services.folder_of(self.get_object()).log_from(number_of(request, "after"))
        return Response({"text": text, "next": after, "size": size})

    @extend_schema(
        operation_id="training_jobs_log_download", responses={(200, "text/plain"): OpenApiTypes.BINARY}
    )
    @action(detail=True, methods=["get"], url_path="log/download", url_name="log-download")
    def log_download(self, request, pk=None):
        job = self.get_object()
        file = services.folder_of(job).log
        if not file.exists():
            raise NotFound("It has printed nothing yet.")
        return FileResponse(file.open("rb"), as_attachment=True, filename=f"{job.pk}.log.txt")

    @extend_schema(responses=SampleStepsSerializer)
    @action(detail=True, methods=["get"], pagination_class=None, filterset_class=None)
    def samples(self, request, pk=None):
        """Steps of which sample episodes were kept."""
        return Response({"steps": services.folder_of(self.get_object()).sample_steps()})

    @extend_schema(
        operation_id="training_jobs_samples_of_step",
        responses={200: {"type": "array", "items": {"type": "object", "additionalProperties": True}}},
    )
    @action(
        detail=True, methods=["get"], url_path=r"samples/(?P<step>\d{1,9})", url_name="samples-of-step",
        pagination_class=None, filterset_class=None,
    )  # fmt: skip
    def samples_of_step(self, request, pk=None, step=""):
        """The sample episodes of one step, as the trainer wrote them; ``episode``: where it can be seen in
        the trace viewer too."""
        job = self.get_object()
        folder = services.folder_of(job)
        kept = dict(job.sample_episodes.filter(step=int(step)).values_list("place", "episode"))
        lines = folder.lines(folder.samples / f"{int(step)}.jsonl")
        return Response([line | {"episode": kept.get(place)} for place, line in enumerate(lines)])

    @extend_schema(
        operation_id="training_jobs_sample_picture", responses={(200, "image/jpeg"): OpenApiTypes.BINARY}
    )
    @action(
        detail=True, methods=["get"], url_path=r"samples/(?P<step>\d{1,9})/(?P<picture>[\w.-]+)",
        url_name="sample-picture",
    )  # fmt: skip
    def sample_picture(self, request, pk=None, step="", picture=""):
        folder = services.folder_of(self.get_object()).samples
        places = (folder / picture, folder / str(int(step)) / picture)
        file = next((place for place in places if place.is_file()), None)
        if file is None or file.suffix not in PICTURES:
            raise NotFound("There is no such picture.")
        return HttpResponse(file.read_bytes(), content_type=PICTURES[file.suffix])

    @extend_schema(
        parameters=[OpenApiParameter("with", str, required=True, description="The other job's id.")],
        responses=DifferenceSerializer(many=True),
    )
    @action(detail=True, methods=["get"], pagination_class=None, filterset_class=None)
    def diff(self, request, pk=None):
        """Where the configurations of two jobs differ."""
        return Response(differences(self.get_object(), self._other(request)))

    def _other(self, request) -> Job:
        try:
            return self.get_queryset().get(pk=request.query_params.get("with", ""))
        except (Job.DoesNotExist, ValidationError) as error:  # the latter: no id at all
            raise Refused("There is no such job to compare with.", "invalid", {"with": ["A job."]}) from error
