"""Checkpoints, for leads and researchers."""

import django_filters
from django.http import StreamingHttpResponse
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from evaluation.api.reading import Words, read
from phonebuddy.api.errors import Conflict
from phonebuddy.api.permissions import Allowed, TokenScope
from training import policies, services
from training.archive import zipped
from training.models import Checkpoint
from training.models.checkpoints import CheckpointKind
from training.serializers.checkpoints import (
    CheckpointDetailSerializer,
    CheckpointSerializer,
    PromoteSerializer,
)


class CheckpointFilter(django_filters.FilterSet):
    kind = django_filters.MultipleChoiceFilter(choices=CheckpointKind.choices)
    search = Words("name", "job__name")

    class Meta:
        model = Checkpoint
        fields = ["job", "final"]


class CheckpointViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet):
    permission_classes = [Allowed(policies.can_train), TokenScope]
    queryset = Checkpoint.objects.none()
    serializer_class = CheckpointSerializer
    filterset_class = CheckpointFilter
    lookup_value_regex = "[0-9a-f-]{36}"

    def get_queryset(self):
        return Checkpoint.objects.visible_to(self.request.user).with_everything()

    def get_serializer_class(self):
        return CheckpointSerializer if self.action == "list" else CheckpointDetailSerializer

    def answer(self, row: Checkpoint) -> Response:
        return Response(CheckpointDetailSerializer(self.get_queryset().get(pk=row.pk)).data)

    @extend_schema(request=PromoteSerializer, responses=CheckpointDetailSerializer)
    @action(detail=True, methods=["post"])
    def promote(self, request, pk=None):
        """Make it an agent, which can then be run on phones and measured in campaigns."""
        row = self.get_object()
        services.promote_checkpoint(request.user, row, **read(PromoteSerializer, request))
        return self.answer(row)

    @extend_schema(responses=CheckpointDetailSerializer)
    def destroy(self, request, pk=None):
        """Delete its files; the row and the lineage stay. 409 `guarded` with the reason."""
        return self.answer(services.delete_checkpoint(request.user, self.get_object()))

    @extend_schema(
        operation_id="training_checkpoints_download",
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    @action(detail=True, methods=["get"])
    def download(self, request, pk=None):
        """The model's files and its card, as a zip."""
        row = self.get_object()
        if row.deleted_at:
            raise Conflict("The files of this checkpoint were deleted.", "deleted")
        answer = StreamingHttpResponse(zipped(services.path_of(row)), content_type="application/zip")
        name = f"{slugify(row.name) or row.pk}.zip"
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer
