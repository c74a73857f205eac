"""Datasets, for leads and researchers."""

import re

import django_filters
from django.http import FileResponse, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from evaluation.api.reading import Flag, Words, read
from phonebuddy.api.permissions import Allowed, TokenScope
from training import policies, selection, services
from training.data.pictures import EXTENSIONS
from training.models import Dataset, DatasetState, Purpose
from training.serializers.datasets import (
    ArchiveSerializer,
    DatasetDetailSerializer,
    DatasetEpisodeSerializer,
    DatasetPreviewSerializer,
    DatasetRequestSerializer,
    DatasetRowSerializer,
    DatasetSerializer,
    FiltersSerializer,
    QuerySerializer,
    VersionSerializer,
)
from training.services import looking

OPTIONS = [
    OpenApiParameter("dialect", str, description="How actions are said; PhoneBuddy's JSON if not told."),
    OpenApiParameter("observation", str, enum=["screenshot", "tree", "both"]),
    OpenApiParameter("image_width", int, description="px of pictures in chat rows; 0: as they are."),
]
NUMBER = r"episodes/(?P<index>\d{1,9})"


class DatasetFilter(django_filters.FilterSet):
    purpose = django_filters.MultipleChoiceFilter(choices=Purpose.choices)
    state = django_filters.MultipleChoiceFilter(choices=DatasetState.choices)
    archived = Flag(field_name="archived_at", lookup_expr="isnull", exclude=True)
    search = Words("name", "description", "owner__username")

    class Meta:
        model = Dataset
        fields = ["name"]


class DatasetViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet):
    permission_classes = [Allowed(policies.can_train), TokenScope]
    queryset = Dataset.objects.none()
    serializer_class = DatasetSerializer
    filterset_class = DatasetFilter
    lookup_value_regex = "[0-9a-f-]{36}"

    def get_queryset(self):
        return Dataset.objects.visible_to(self.request.user).select_related("owner", "previous")

    def get_serializer_class(self):
        return DatasetSerializer if self.action == "list" else DatasetDetailSerializer

    def answer(self, row: Dataset, status: int = 200) -> Response:
        return Response(DatasetDetailSerializer(self.get_queryset().get(pk=row.pk)).data, status=status)

    @extend_schema(request=DatasetRequestSerializer, responses={201: DatasetDetailSerializer})
    def create(self, request):
        """Ask for a dataset; it is built from now on. 400 with `fields.query` for what is held out."""
        asked = read(DatasetRequestSerializer, request)
        return self.answer(services.create_dataset(request.user, **asked), 201)

    @extend_schema(responses=FiltersSerializer)
    @action(detail=False, methods=["get"], pagination_class=None, filterset_class=None)
    def filters(self, request):
        """What can be asked for, with what can be chosen now."""
        return Response(FiltersSerializer({"fields": selection.fields()}).data)

    @extend_schema(request=QuerySerializer, responses=DatasetPreviewSerializer)
    @action(detail=False, methods=["post"])
    def preview(self, request):
        """What a dataset of this query would hold now, and what would be left out."""
        return Response(services.preview(request.user, **read(QuerySerializer, request)))

    @extend_schema(request=VersionSerializer, responses={201: DatasetDetailSerializer})
    @action(detail=True, methods=["post"])
    def versions(self, request, pk=None):
        """The same again, with what there is now; or with something else asked for."""
        given = read(VersionSerializer, request)
        return self.answer(services.new_version(request.user, self.get_object(), **given), 201)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def retry(self, request, pk=None):
        """Build a failed one again."""
        return self.answer(services.retry_dataset(request.user, self.get_object()))

    @extend_schema(request=ArchiveSerializer)
    @action(detail=True, methods=["post"])
    def archive(self, request, pk=None):
        """Offer it no more, or again; it stays as it is."""
        asked = read(ArchiveSerializer, request)
        return self.answer(services.archive_dataset(request.user, self.get_object(), **asked))

    @extend_schema(responses={204: None})
    def destroy(self, request, pk=None):
        """Row and files. 409 `used` once something was made of it."""
        services.delete_dataset(request.user, self.get_object())
        return Response(status=204)

    @extend_schema(responses=DatasetRowSerializer(many=True))
    @action(detail=True, methods=["get"], filterset_class=None)
    def episodes(self, request, pk=None):
        """What is in it, in order."""
        page = self.paginate_queryset(looking.rows_of(looking.opened(self.get_object())))
        return self.get_paginated_response(DatasetRowSerializer(page, many=True).data)

    @extend_schema(operation_id="training_dataset_episode", responses=DatasetEpisodeSerializer)
    @action(detail=True, methods=["get"], url_path=NUMBER, pagination_class=None, filterset_class=None)
    def episode(self, request, pk=None, index="0"):
        """One episode, step by step."""
        return Response(looking.episode_at(looking.opened(self.get_object()), int(index)))

    @extend_schema(operation_id="training_dataset_picture", responses={(200, "image/*"): OpenApiTypes.BINARY})
    @action(
        detail=True, methods=["get"], url_path=NUMBER + r"/(?P<shot>[0-9a-z.]{67,69})", url_name="picture",
        pagination_class=None, filterset_class=None,
    )  # fmt: skip
    def picture(self, request, pk=None, index="0", shot=""):
        """A picture of its steps."""
        data = looking.picture_at(looking.opened(self.get_object()), shot)
        answer = HttpResponse(data, content_type=EXTENSIONS[shot.rpartition(".")[2]])
        answer["Cache-Control"] = "private, max-age=31536000, immutable"
        return answer

    @extend_schema(
        operation_id="training_datasets_export",
        parameters=OPTIONS,
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    @action(
        detail=True, methods=["get"], url_path="export/(?P<kind>[a-z-]{1,40})",
        pagination_class=None, filterset_class=None,
    )  # fmt: skip
    def export(self, request, pk=None, kind=""):
        """The dataset in the form of another tool, as a zip. 409 `making` while a large one is being made."""
        row = self.get_object()
        names = ("dialect", "observation", "image_width")
        path = services.export_dataset(
            request.user, row, kind, {name: request.query_params.get(name) for name in names}
        )
        name = re.sub(r"[^\w.-]+", "-", f"{row.name}-v{row.version}-{kind}.zip")
        return FileResponse(
            path.open("rb"), as_attachment=True, filename=name, content_type="application/zip"
        )
