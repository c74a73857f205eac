from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from devices.models import Device, Lease
from phonebuddy.api.addresses import seen_by


class HolderSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    username = serializers.CharField()
    name = serializers.CharField(source="display_name")


class LeaseSerializer(serializers.ModelSerializer):
    holder = HolderSerializer(read_only=True)
    mine = serializers.SerializerMethodField()
    ended_by = HolderSerializer(read_only=True, allow_null=True)

    class Meta:
        model = Lease
        fields = [
            "id",
            "holder",
            "purpose",
            "started_at",
            "expires_at",
            "last_input_at",
            "mine",
            "ended_at",
            "end",
            "end_reason",
            "ended_by",
        ]
        read_only_fields = fields

    def get_mine(self, lease) -> bool:
        return lease.holder_id == self.context["request"].user.pk


class BatterySerializer(serializers.Serializer):
    level = serializers.IntegerField(min_value=0, max_value=100)
    charging = serializers.BooleanField(allow_null=True)


class HostSerializer(serializers.Serializer):
    name = serializers.CharField()
    online = serializers.BooleanField()


STATES = [*Device.State.values, "maintenance"]


class DeviceSerializer(serializers.ModelSerializer):
    """A phone in a list. Its size is in px, natural orientation."""

    state = serializers.ChoiceField(choices=STATES, source="shown_state", read_only=True)
    state_reason = serializers.CharField(source="shown_reason", read_only=True)
    battery = serializers.SerializerMethodField()
    foreground = serializers.CharField(source="foreground_package", read_only=True)
    host = HostSerializer(read_only=True)
    stream_url = serializers.SerializerMethodField()
    lease = serializers.SerializerMethodField()

    class Meta:
        model = Device
        fields = [
            "id",
            "name",
            "serial",
            "kind",
            "model",
            "manufacturer",
            "android_version",
            "state",
            "state_reason",
            "maintenance",
            "note",
            "width",
            "height",
            "density",
            "rotation",
            "battery",
            "screen_on",
            "foreground",
            "last_seen_at",
            "host",
            "stream_url",
            "lease",
        ]
        read_only_fields = [name for name in fields if name not in ("name", "maintenance", "note")]

    def get_stream_url(self, device) -> str:
        return seen_by(self.context["request"], device.stream_url)

    @extend_schema_field(BatterySerializer(allow_null=True))
    def get_battery(self, device):
        if device.battery_level is None:
            return None
        return {"level": device.battery_level, "charging": device.charging}

    @extend_schema_field(LeaseSerializer(allow_null=True))
    def get_lease(self, device):
        lease = device.current_lease()
        return LeaseSerializer(lease, context=self.context).data if lease else None


class DeviceDetailSerializer(DeviceSerializer):
    class Meta(DeviceSerializer.Meta):
        fields = [*DeviceSerializer.Meta.fields, "properties"]
        read_only_fields = [*DeviceSerializer.Meta.read_only_fields, "properties"]


class LeaseRequestSerializer(serializers.Serializer):
    purpose = serializers.ChoiceField(choices=["manual", "demonstration"], default="manual")


class TakeOverSerializer(serializers.Serializer):
    reason = serializers.CharField(max_length=300)


class FileSerializer(serializers.Serializer):
    file = serializers.FileField(allow_empty_file=True)


class SentFileSerializer(serializers.Serializer):
    name = serializers.CharField()
    installed = serializers.BooleanField()
    path = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class AppSerializer(serializers.Serializer):
    package = serializers.CharField()
    label = serializers.CharField()
