from django.contrib import admin

from phonebuddy.audit.models import AuditEntry


@admin.register(AuditEntry)
class AuditEntryAdmin(admin.ModelAdmin):
    list_display = ["at", "actor_name", "verb", "target_type", "target_name"]
    list_filter = ["verb", "target_type"]
    search_fields = ["actor_name", "target_name", "target_id"]
    date_hierarchy = "at"

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False
