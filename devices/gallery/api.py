"""The gallery's catalogue over HTTP. The phones themselves are on the stream socket."""

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from devices import policies
from devices.gallery import catalog
from devices.serializers import seen_by
from phonebuddy.api.errors import NotFound
from phonebuddy.api.permissions import Allowed, TokenScope


class GalleryAppSerializer(serializers.Serializer):
    package = serializers.CharField()
    label = serializers.CharField()
    domain = serializers.CharField()
    summary = serializers.CharField()
    host = serializers.CharField(help_text="The app that a mini-app lives in; empty for the others.")
    system = serializers.BooleanField()
    version = serializers.CharField()
    screens = serializers.IntegerField()
    rows = serializers.IntegerField()
    icon = serializers.CharField(help_text="A PNG as a data: address.")


class NamedSerializer(serializers.Serializer):
    name = serializers.CharField()
    words = serializers.CharField()


class GallerySerializer(serializers.Serializer):
    stream_url = serializers.CharField(help_text="Where a page opens phones: add `phone` and `package`.")
    apps = GalleryAppSerializer(many=True)
    disturbances = NamedSerializer(many=True)
    profiles = serializers.ListField(child=serializers.CharField())


class SpecFileSerializer(serializers.Serializer):
    name = serializers.CharField()
    text = serializers.CharField()


class GalleryView(APIView):
    """Every app of the mock phone, and what may disturb whoever plays it."""

    permission_classes = [Allowed(policies.can_play_gallery), TokenScope]
    token_scope = "devices"

    @extend_schema(responses=GallerySerializer)
    def get(self, request):
        address = seen_by(request, f"{settings.STREAM_URL.rstrip('/')}/ws/gallery/stream")
        return Response({"stream_url": address, "apps": catalog.apps(), **catalog.disturbances()})


class GallerySpecView(APIView):
    """The files that an app is made of."""

    permission_classes = [Allowed(policies.can_play_gallery), TokenScope]
    token_scope = "devices"

    @extend_schema(responses=SpecFileSerializer(many=True))
    def get(self, request, package: str):
        found = catalog.spec(package)
        if found is None:
            raise NotFound("There is no such app.")
        return Response(found)
