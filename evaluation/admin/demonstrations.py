"""Tasks, and the demonstrations recorded for them."""

from django.contrib import admin

from evaluation.admin.readonly import ReadOnly
from evaluation.models import Episode, Review, Revision, Step, Task, TaskClaim


@admin.register(Task)
class TaskAdmin(admin.ModelAdmin):
    list_display = ["key", "goal", "category", "suite", "difficulty", "wanted", "done", "held", "paused"]
    list_filter = ["suite", "category", "device_kind", "difficulty", "paused"]
    list_editable = ["wanted", "paused"]
    search_fields = ["key", "goal", "goal_zh"]

    def get_queryset(self, request):
        return super().get_queryset(request).with_counts()

    @admin.display(ordering="done")
    def done(self, task):
        return task.done

    @admin.display(ordering="held")
    def held(self, task):
        return task.held


@admin.register(TaskClaim)
class TaskClaimAdmin(ReadOnly):
    list_display = ["task", "annotator", "status", "created_at", "expires_at", "reason"]
    list_filter = ["status"]
    search_fields = ["task__key", "annotator__username"]
    list_select_related = ["task", "annotator"]


class StepInline(admin.TabularInline):
    model = Step
    fields = ["seq", "action", "at", "duration_ms", "secret", "flag"]
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request, obj=None):
        return False


class ReviewInline(admin.TabularInline):
    model = Review
    fields = ["reviewer", "verdict", "quality", "reason", "created_at"]
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request, obj=None):
        return False


@admin.register(Episode)
class EpisodeAdmin(ReadOnly):
    list_display = ["__str__", "state", "author", "device", "outcome", "quality", "created_at"]
    list_filter = ["state", "kind", "outcome", "quality"]
    search_fields = ["id", "goal", "task__key", "author__username"]
    list_select_related = ["task", "author", "device"]
    date_hierarchy = "created_at"
    inlines = [StepInline, ReviewInline]


@admin.register(Step)
class StepAdmin(ReadOnly):
    list_display = ["episode", "seq", "name", "at", "secret", "flag"]
    list_filter = ["secret", "tree_stale"]
    search_fields = ["episode__id", "episode__task__key"]
    list_select_related = ["episode__task"]

    def name(self, step):
        return step.action.get("name")


@admin.register(Revision)
class RevisionAdmin(ReadOnly):
    list_display = ["episode", "number", "op", "author", "created_at", "reason"]
    list_filter = ["op"]
    search_fields = ["episode__id", "author__username"]
    list_select_related = ["episode__task", "author"]


@admin.register(Review)
class ReviewAdmin(ReadOnly):
    list_display = ["episode", "verdict", "quality", "reviewer", "created_at", "reason"]
    list_filter = ["verdict", "quality"]
    search_fields = ["episode__id", "reviewer__username", "reason"]
    list_select_related = ["episode__task", "reviewer"]
