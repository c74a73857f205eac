"""Tasks, the queue and episodes over HTTP. Thin: find what the person may see, call a verb."""

import tempfile

import django_filters
from django.db.models import Q
from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.views import APIView

from devices.services import find_device
from evaluation import export, importing, services, wrapup
from evaluation.api.reading import Flag, Words, named, read
from evaluation.models import Episode, EpisodeKind, EpisodeState, Task, TaskClaim
from evaluation.people_stats import stats_of
from evaluation.serializers.demonstrations import (
    AtRevisionSerializer,
    BaseRevisionSerializer,
    ClaimRequestSerializer,
    ClaimSerializer,
    EditSerializer,
    EpisodeDetailSerializer,
    EpisodeSerializer,
    FinishSerializer,
    ImportSerializer,
    MyStatsSerializer,
    PhoneBrokenSerializer,
    QueueSerializer,
    ReasonSerializer,
    ReviewQueueSerializer,
    ReviewRequestSerializer,
    RevisionSerializer,
    StartSerializer,
    SubmitSerializer,
    TaskSerializer,
)
from phonebuddy.api.errors import NotFound


class TaskFilter(django_filters.FilterSet):
    search = Words("goal", "goal_zh", "key", "apps")
    available = Flag(method="by_available")

    class Meta:
        model = Task
        fields = ["category", "suite", "device_kind"]

    def by_available(self, queryset, name, value):
        free = Task.objects.available().not_yet_by(self.request.user).values("pk")
        return queryset.filter(pk__in=free) if value else queryset.exclude(pk__in=free)


class TaskViewSet(viewsets.ReadOnlyModelViewSet):
    queryset = Task.objects.none()
    serializer_class = TaskSerializer
    filterset_class = TaskFilter

    def get_queryset(self):
        return Task.objects.visible_to(self.request.user).with_counts().with_mine(self.request.user)


class QueueView(APIView):
    token_scope = "annotate"

    @extend_schema(responses=QueueSerializer)
    def get(self, request):
        """What there is to do for me."""
        back = Episode.objects.visible_to(request.user).filter(author=request.user, state="sent_back")
        queue = services.queue_of(request.user) | {
            "sent_back": back.with_everything().order_by("submitted_at")
        }
        return Response(QueueSerializer(queue, context={"request": request}).data)


class ClaimNextView(APIView):
    token_scope = "annotate"

    @extend_schema(request=ClaimRequestSerializer, responses={201: ClaimSerializer})
    def post(self, request):
        """Claim the next task, or the one named; 409 `queue_empty`, `already_claimed`, `unavailable`."""
        wish = read(ClaimRequestSerializer, request)["task"]
        task = None
        if (
            wish is not None
            and (task := Task.objects.visible_to(request.user).filter(pk=wish).first()) is None
        ):
            raise NotFound("There is no such task.")
        return Response(ClaimSerializer(services.claim_task(request.user, task)).data, status=201)


class ClaimViewSet(viewsets.GenericViewSet):
    token_scope = "annotate"
    queryset = TaskClaim.objects.none()
    serializer_class = ClaimSerializer

    def get_queryset(self):
        return TaskClaim.objects.visible_to(self.request.user).select_related("task")

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def heartbeat(self, request, pk=None):
        """The page is open; 409 `claim_over` when the claim has ended."""
        return Response(ClaimSerializer(services.heartbeat_claim(request.user, self.get_object())).data)

    @extend_schema(request=ReasonSerializer)
    @action(detail=True, methods=["post"])
    def release(self, request, pk=None):
        """Give the task back."""
        return self._end(services.release_claim)

    @extend_schema(request=ReasonSerializer)
    @action(detail=True, methods=["post"])
    def skip(self, request, pk=None):
        """Leave it to others, with a reason."""
        return self._end(services.skip_claim)

    @extend_schema(request=ReasonSerializer)
    @action(detail=True, methods=["post"])
    def infeasible(self, request, pk=None):
        """The goal cannot be reached."""
        return self._end(services.report_infeasible)

    @extend_schema(request=PhoneBrokenSerializer)
    @action(detail=True, methods=["post"])
    def phone_broken(self, request, pk=None):
        """The phone goes to maintenance; the claim stays."""
        data = read(PhoneBrokenSerializer, request)
        device = find_device(request.user, data["device"])
        claim = services.report_phone_broken(request.user, self.get_object(), device, data["reason"])
        return Response(ClaimSerializer(claim).data)

    def _end(self, verb):
        reason = read(ReasonSerializer, self.request)["reason"]
        return Response(ClaimSerializer(verb(self.request.user, self.get_object(), reason)).data)


class EpisodeFilter(django_filters.FilterSet):
    state = django_filters.CharFilter(method="by_state", help_text="One, or several with commas or repeated")
    device = django_filters.UUIDFilter()
    mine = Flag(method="by_mine")
    author = django_filters.CharFilter(method="by_author", max_length=150)
    task = django_filters.CharFilter(method="by_task", max_length=100)
    search = Words("author__username", "author__name", "goal", "task__key", "task__goal_zh")
    ordering = django_filters.OrderingFilter(
        fields=[
            ("created_at", "created_at"), ("started_at", "started_at"), ("submitted_at", "submitted_at"),
            ("finished_at", "finished_at"), ("state", "state"), ("n_steps", "n_steps"),
            ("duration", "duration_s"),
        ]
    )  # fmt: skip

    class Meta:
        model = Episode
        fields = ["kind", "quality", "outcome"]

    def by_state(self, queryset, name, value):
        states = {state for part in self.data.getlist(name) for state in part.split(",")} - {""}
        if states - {*EpisodeState.values}:
            raise ValidationError({name: [f"The states are {', '.join(EpisodeState.values)}."]})
        return queryset.filter(state__in=states)

    def by_mine(self, queryset, name, value):
        mine = Q(author=self.request.user)
        return queryset.filter(mine if value else ~mine)

    def by_author(self, queryset, name, value):
        return queryset.filter(named(value, "author", Q(author__username__iexact=value)))

    def by_task(self, queryset, name, value):
        return queryset.filter(named(value, "task", Q(task__key=value)))


class EpisodeViewSet(mixins.RetrieveModelMixin, mixins.ListModelMixin, viewsets.GenericViewSet):
    queryset = Episode.objects.none()
    filterset_class = EpisodeFilter

    @property
    def token_scope(self) -> str:
        return "review" if self.action == "review" else "annotate"

    def get_queryset(self):
        found = Episode.objects.visible_to(self.request.user).with_everything()
        if self.action == "list" and not self.request.query_params.get("kind"):
            return found.exclude(kind=EpisodeKind.SAMPLE)  # there are hundreds of each training job
        return found

    def get_serializer_class(self):
        return EpisodeSerializer if self.action == "list" else EpisodeDetailSerializer

    @extend_schema(parameters=[AtRevisionSerializer])
    def retrieve(self, request, *args, **kwargs):
        episode = self.get_object()
        context = self.get_serializer_context()
        query = AtRevisionSerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        if (number := query.validated_data.get("revision")) is not None:
            context["revision"] = episode.revisions.filter(number=number).first()
            if context["revision"] is None:
                raise NotFound("There is no such revision.")
        return Response(EpisodeDetailSerializer(episode, context=context).data)

    def answer(self, episode: Episode, status: int = 200) -> Response:
        """The episode as it is now, read anew."""
        episode = Episode.objects.with_everything().get(pk=episode.pk)
        data = EpisodeDetailSerializer(episode, context=self.get_serializer_context()).data
        return Response(data, status=status)

    @extend_schema(request=StartSerializer, responses={201: EpisodeDetailSerializer})
    def create(self, request):
        """Take a phone and begin: for a claim, or free. It is prepared once the episode's socket opens."""
        data = read(StartSerializer, request)
        claim = None
        if data["claim"]:
            claim = TaskClaim.objects.visible_to(request.user).filter(pk=data["claim"]).first()
            if claim is None:
                raise NotFound("You hold no such claim.")
        device = find_device(request.user, data["device"])
        if data["baseline"]:
            return self.answer(services.start_baseline(request.user, device), 201)
        return self.answer(services.start_episode(request.user, device, claim), 201)

    @extend_schema(request=EditSerializer)
    @action(detail=True, methods=["post"])
    def edit(self, request, pk=None):
        """One edit, as a new revision; 409 `stale` when somebody edited since `base_revision`."""
        data = read(EditSerializer, request)
        return self.answer(services.edit_episode(request.user, self.get_object(), **data))

    @extend_schema(request=BaseRevisionSerializer)
    @action(detail=True, methods=["post"])
    def undo(self, request, pk=None):
        base = read(BaseRevisionSerializer, request)["base_revision"]
        return self.answer(services.undo(request.user, self.get_object(), base))

    @extend_schema(request=BaseRevisionSerializer)
    @action(detail=True, methods=["post"])
    def redo(self, request, pk=None):
        base = read(BaseRevisionSerializer, request)["base_revision"]
        return self.answer(services.redo(request.user, self.get_object(), base))

    @extend_schema(request=FinishSerializer)
    @action(detail=True, methods=["post"])
    def finish(self, request, pk=None):
        """Stop the clock. Waits a moment for the recording to be saved; `saving` tells whether it was."""
        episode = services.finish_episode(request.user, self.get_object(), **read(FinishSerializer, request))
        wrapup.wait_until_saved(episode)
        return self.answer(episode)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def resume(self, request, pk=None):
        """Go on recording where it stopped, while the phone is still held."""
        return self.answer(services.resume_episode(request.user, self.get_object()))

    @extend_schema(request=SubmitSerializer)
    @action(detail=True, methods=["post"])
    def submit(self, request, pk=None):
        """Hand it in for review; 409 `saving`, `no_outcome`, `no_steps`."""
        return self.answer(
            services.submit_episode(request.user, self.get_object(), **read(SubmitSerializer, request))
        )

    @extend_schema(request=ReasonSerializer)
    @action(detail=True, methods=["post"])
    def discard(self, request, pk=None):
        return self.answer(
            services.discard_episode(request.user, self.get_object(), **read(ReasonSerializer, request))
        )

    @extend_schema(request=ReviewRequestSerializer)
    @action(detail=True, methods=["post"])
    def review(self, request, pk=None):
        """Accept, send back or reject, with a reason that the author sees."""
        data = read(ReviewRequestSerializer, request)
        data["quality"] = data["quality"] or ""
        return self.answer(services.review_episode(request.user, self.get_object(), **data))

    @extend_schema(responses=RevisionSerializer(many=True))
    @action(detail=True, methods=["get"], filterset_class=None, pagination_class=None)
    def revisions(self, request, pk=None):
        """Every revision, the newest first."""
        episode = self.get_object()
        seqs = list(episode.steps.values_list("seq", flat=True))
        rows = episode.revisions.select_related("author").order_by("-number")
        for row in rows:
            row.is_head = row.pk == episode.head_id
            row.n_steps = len(row.items) + sum(seq > row.last_seq for seq in seqs)
        return Response(RevisionSerializer(rows, many=True).data)

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    @action(detail=True, methods=["get"])
    def export(self, request, pk=None):
        """`episode.jsonl` with its pictures, trees and film, as a zip."""
        episode = self.get_object()
        if not episode.started_at:
            raise NotFound("Nothing was recorded yet.")
        target = tempfile.SpooledTemporaryFile(max_size=16 << 20)  # noqa: SIM115 - the response closes it
        digest = export.write(episode, target)
        target.seek(0)
        name = f"episode-{str(episode.pk)[:8]}.zip"
        response = FileResponse(target, as_attachment=True, filename=name, content_type="application/zip")
        response["X-Content-Hash"] = digest
        return response

    @extend_schema(
        request={"multipart/form-data": ImportSerializer}, responses={201: EpisodeDetailSerializer}
    )
    @action(detail=False, methods=["post"], url_path="import", url_name="import")
    def import_(self, request):
        """An exported zip, as a draft of one's own with the same `content_hash`."""
        return self.answer(
            importing.import_episode(request.user, read(ImportSerializer, request)["file"]), 201
        )


class ReviewQueueView(APIView):
    @extend_schema(responses=ReviewQueueSerializer)
    def get(self, request):
        """What waits for review, the longest waiting first."""
        waiting = Episode.objects.to_review_by(request.user)
        own = Episode.objects.filter(author=request.user, state="submitted").count()
        ids = list(waiting.values_list("pk", flat=True)[:50])
        return Response(ReviewQueueSerializer({"waiting": waiting.count(), "own": own, "next": ids}).data)


class MyStatsView(APIView):
    @extend_schema(responses=MyStatsSerializer)
    def get(self, request):
        """My own counts, for the home page."""
        return Response(MyStatsSerializer(stats_of(request.user)).data)
