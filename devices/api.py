"""The phones over HTTP. Thin: find what the person may see, call a verb."""

from asgiref.sync import async_to_sync
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from devices import policies, remote, services
from devices.adb.client import AdbError, AdbTimeout
from devices.models import Device
from devices.serializers import (
    AppSerializer,
    DeviceDetailSerializer,
    DeviceSerializer,
    FileSerializer,
    LeaseRequestSerializer,
    LeaseSerializer,
    SentFileSerializer,
    TakeOverSerializer,
)
from phonebuddy.api.errors import Conflict, Forbidden, NotFound, Refused


class PhoneUnavailable(Refused):
    """The phone, not the request, is at fault."""

    status = 503


def ask_phone(work, *args):
    """Run adb work to its end; what the phone says becomes the answer's words."""
    try:
        return async_to_sync(work)(*args)
    except AdbTimeout as error:
        raise PhoneUnavailable("The phone does not answer.", "phone_silent") from error
    except AdbError as error:
        raise PhoneUnavailable(f"The phone said: {error}", "phone_refused") from error


class DeviceViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.UpdateModelMixin, viewsets.GenericViewSet
):
    token_scope = "devices"
    queryset = Device.objects.none()
    filterset_fields = ["kind", "state", "host__name"]
    http_method_names = ["get", "patch", "post", "head", "options"]

    def get_queryset(self):
        return Device.objects.visible_to(self.request.user).with_current_lease()

    def get_serializer_class(self):
        return DeviceSerializer if self.action == "list" else DeviceDetailSerializer

    def perform_update(self, serializer):
        services.update_device(serializer.instance, self.request.user, **serializer.validated_data)
        serializer.instance.refresh_from_db()

    def read(self, serializer_class):
        serializer = serializer_class(data=self.request.data)
        serializer.is_valid(raise_exception=True)
        return serializer.validated_data

    def lease_response(self, lease, status: int = 200) -> Response:
        return Response(LeaseSerializer(lease, context=self.get_serializer_context()).data, status=status)

    @extend_schema(request=LeaseRequestSerializer, responses=LeaseSerializer)
    @action(detail=True, methods=["post"])
    def lease(self, request, pk=None):
        """Take the phone; 409 `held` when somebody has it, `unavailable` when it cannot be driven."""
        device = self.get_object()
        lease = services.lease_device(request.user, device, self.read(LeaseRequestSerializer)["purpose"])
        return self.lease_response(lease)

    @extend_schema(request=None, responses=LeaseSerializer)
    @action(detail=True, methods=["post"])
    def release(self, request, pk=None):
        """Give one's own phone back."""
        lease = self.get_object().current_lease()
        if lease is None:
            raise Conflict("Nobody holds this phone.", "not_held")
        return self.lease_response(services.release_lease(lease, request.user))

    @extend_schema(request=TakeOverSerializer, responses=LeaseSerializer)
    @action(detail=True, methods=["post"])
    def takeover(self, request, pk=None):
        """A lead takes the phone from its holder, with a reason."""
        lease = services.take_over(self.get_object(), request.user, self.read(TakeOverSerializer)["reason"])
        return self.lease_response(lease)

    @extend_schema(responses=LeaseSerializer(many=True))
    @action(detail=True, methods=["get"], filterset_fields=[])
    def leases(self, request, pk=None):
        """Who held the phone, newest first."""
        leases = self.get_object().leases.visible_to(request.user).select_related("holder", "ended_by")
        page = self.paginate_queryset(leases)
        data = LeaseSerializer(page, many=True, context=self.get_serializer_context()).data
        return self.get_paginated_response(data)

    @extend_schema(request={"multipart/form-data": FileSerializer}, responses=SentFileSerializer)
    @action(detail=True, methods=["post"])
    def files(self, request, pk=None):
        """Send a file to the phone one drives: an APK is installed, anything else goes to Download."""
        device = self.get_object()
        if not policies.can_drive(request.user):
            raise Forbidden("Your roles do not let you drive a phone.")
        services.require_driver(request.user, device)
        upload = self.read(FileSerializer)["file"]
        if upload.size > remote.MAX_FILE:
            raise Refused("Files of more than 512 MB are not sent to a phone.", "too_large")
        name, data, phone = remote.safe_name(upload.name), upload.read(), remote.connect(device)
        installed = name.lower().endswith(".apk")
        path = ""
        if installed:
            ask_phone(remote.install, phone, data)
        else:
            path = ask_phone(remote.send_file, phone, name, data)
        services.note_file_sent(device, request.user, name, upload.size, installed)
        message = f"{name} is installed." if installed else f"{name} is in Download."
        return Response({"name": name, "installed": installed, "path": path, "message": message})

    @extend_schema(responses={(200, "image/png"): OpenApiTypes.BINARY})
    @action(detail=True, methods=["get"])
    def screenshot(self, request, pk=None):
        """The screen in full size; 409 `secure_window` rather than a black picture."""
        try:
            data = ask_phone(remote.screenshot, remote.connect(self.get_object()))
        except remote.SecureWindow:
            message = "The app on the screen forbids pictures of itself."
            raise Conflict(message, "secure_window") from None
        return HttpResponse(data, content_type="image/png", headers={"Cache-Control": "no-store"})

    @extend_schema(responses=AppSerializer(many=True))
    @action(detail=True, methods=["get"], filterset_fields=[], pagination_class=None)
    def apps(self, request, pk=None):
        """The apps a person can start on it."""
        return Response(ask_phone(remote.apps, remote.connect(self.get_object())))

    def get_object(self):
        try:
            return super().get_object()
        except ValueError as error:
            raise NotFound("There is no such phone.") from error
