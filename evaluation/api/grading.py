"""Grading, for evaluators: blind, one run at a time."""

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response
from rest_framework.views import APIView

from evaluation import blind_film, policies, services
from evaluation.api.reading import read
from evaluation.models import Campaign, Grade
from evaluation.serializers.grading import (
    ClaimGradeSerializer,
    GradeFieldsSerializer,
    GradeLineSerializer,
    GradeSheetSerializer,
    GradingQueueSerializer,
)
from phonebuddy.api.errors import Conflict, NotFound
from phonebuddy.api.permissions import Allowed, TokenScope

MAY_GRADE = [Allowed(policies.can_grade), TokenScope]


class GradingQueueView(APIView):
    permission_classes = MAY_GRADE
    token_scope = "grade"

    @extend_schema(responses=GradingQueueSerializer)
    def get(self, request):
        """What there is to grade for me, who holds the rest, and my own pace."""
        return Response(GradingQueueSerializer(services.grading_queue(request.user)).data)


class ClaimGradeView(APIView):
    permission_classes = MAY_GRADE
    token_scope = "grade"

    @extend_schema(request=ClaimGradeSerializer, responses={201: GradeSheetSerializer})
    def post(self, request):
        """The next run to grade, or the one I am at; 409 `queue_empty`."""
        campaign = None
        if (wish := read(ClaimGradeSerializer, request)["campaign"]) is not None:
            campaign = Campaign.objects.graded_by(request.user).filter(pk=wish).first()
            if campaign is None:
                raise NotFound("You grade in no such campaign.")
        return sheet(services.claim_grade(request.user, campaign), 201)


class GradeViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet):
    """The verbs look the row up themselves, for they lock it; a stranger's is not found."""

    token_scope = "grade"
    lookup_value_regex = "[0-9a-f-]{36}"
    queryset = Grade.objects.none()

    def get_queryset(self):
        """One's own: what others gave is read in the report."""
        mine = Grade.objects.visible_to(self.request.user).filter(evaluator_id=self.request.user.pk)
        mine = mine.select_related("run__task", "campaign") if self.action == "list" else mine.for_a_sheet()
        return mine.order_by("-claimed_at")

    def get_serializer_class(self):
        return GradeLineSerializer if self.action == "list" else GradeSheetSerializer

    @extend_schema(request=GradeFieldsSerializer)
    def partial_update(self, request, pk=None):
        """Keep what is there so far; 409 `stale` when another tab has saved meanwhile."""
        return sheet(services.save_grade(request.user, Grade(pk=pk), **read(GradeFieldsSerializer, request)))

    @extend_schema(request=GradeFieldsSerializer)
    @action(detail=True, methods=["post"])
    def submit(self, request, pk=None):
        """Hand it in; 400 `incomplete` with what is missing."""
        return sheet(
            services.submit_grade(request.user, Grade(pk=pk), **read(GradeFieldsSerializer, request))
        )

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def take_back(self, request, pk=None):
        """Undo the submission; 409 `too_late`."""
        return sheet(services.take_back_grade(request.user, Grade(pk=pk)))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def heartbeat(self, request, pk=None):
        return sheet(services.heartbeat_grade(request.user, Grade(pk=pk)))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def release(self, request, pk=None):
        """Leave it to others."""
        return sheet(services.release_grade(request.user, Grade(pk=pk)))

    @extend_schema(responses={(200, "video/mp4"): OpenApiTypes.BINARY})
    @action(detail=True, methods=["get"])
    def film(self, request, pk=None):
        """The run as a film, its waits cut to one length: how long an agent thinks would name it."""
        episode = self.get_object().run.episode
        if not episode.video_id:
            raise NotFound("There is no film of this run.")
        try:
            film = blind_film.of(episode.video)
        except ValueError as error:
            raise Conflict(
                "The film of this run cannot be played; its pictures are there.", "no_film"
            ) from error
        return FileResponse(film.open("rb"), content_type="video/mp4")


def sheet(grade: Grade, status: int = 200) -> Response:
    return Response(GradeSheetSerializer(grade).data, status=status)
