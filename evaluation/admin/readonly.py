from django.contrib import admin


class ReadOnly(admin.ModelAdmin):
    """History: changed by the verbs only."""

    def has_add_permission(self, request, obj=None):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False
