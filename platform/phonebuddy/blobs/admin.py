from django.contrib import admin
from django.template.defaultfilters import filesizeformat
from django.utils.html import format_html

from phonebuddy.blobs.models import Blob


@admin.register(Blob)
class BlobAdmin(admin.ModelAdmin):
    list_display = ["short", "media_type", "human_size", "created_at", "file"]
    list_filter = ["media_type"]
    search_fields = ["sha256"]
    date_hierarchy = "created_at"

    @admin.display(description="sha256", ordering="sha256")
    def short(self, blob):
        return blob.sha256[:16]

    @admin.display(description="size", ordering="size")
    def human_size(self, blob):
        return filesizeformat(blob.size)

    @admin.display
    def file(self, blob):
        return format_html('<a href="{}">open</a>', blob.url)

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False
