from django.contrib import admin

from devices.models import Device, DeviceHost, Lease


@admin.register(DeviceHost)
class DeviceHostAdmin(admin.ModelAdmin):
    list_display = ["name", "online", "stream_url", "adb_address", "last_seen_at"]
    readonly_fields = ["started_at", "last_seen_at"]

    @admin.display(boolean=True)
    def online(self, host) -> bool:
        return host.online


@admin.register(Device)
class DeviceAdmin(admin.ModelAdmin):
    list_display = ["name", "kind", "model", "state", "maintenance", "host", "battery_level", "last_seen_at"]
    list_filter = ["state", "kind", "maintenance", "host"]
    search_fields = ["name", "serial", "hardware_serial", "model"]
    list_select_related = ["host"]
    readonly_fields = [
        field.name
        for field in Device._meta.fields
        if field.name not in ("name", "note", "maintenance", "host", "serial", "kind")
    ]


@admin.register(Lease)
class LeaseAdmin(admin.ModelAdmin):
    """History: leases are made and ended by their verbs, never edited here."""

    list_display = [
        "device",
        "holder",
        "purpose",
        "started_at",
        "expires_at",
        "ended_at",
        "end",
        "end_reason",
    ]
    list_filter = ["purpose", "end", "device"]
    search_fields = ["holder__username", "device__name"]
    list_select_related = ["device", "holder"]
    date_hierarchy = "started_at"

    def has_add_permission(self, request) -> bool:
        return False

    def has_change_permission(self, request, obj=None) -> bool:
        return False

    def has_delete_permission(self, request, obj=None) -> bool:
        return False
