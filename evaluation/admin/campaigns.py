"""Suites and agents are made here; what happened in campaigns is history."""

from django.contrib import admin

from evaluation.admin.readonly import ReadOnly
from evaluation.models import (
    Agent,
    Campaign,
    CampaignAgent,
    CampaignEvaluator,
    Criterion,
    GoldItem,
    Grade,
    GuardRule,
    Judgement,
    Rubric,
    Run,
    Suite,
    Turn,
)


@admin.register(Suite)
class SuiteAdmin(admin.ModelAdmin):
    list_display = ["name", "title", "held_out", "frozen_at", "created_at"]
    list_filter = ["held_out"]
    search_fields = ["name", "title"]
    readonly_fields = ["hash", "frozen_at"]


class CriterionInline(admin.TabularInline):
    model = Criterion
    fields = ["position", "text", "text_zh", "must", "negative"]
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request, obj=None):
        return False


@admin.register(Rubric)
class RubricAdmin(ReadOnly):
    list_display = ["task", "version", "author", "created_at"]
    search_fields = ["task__key", "criteria__text"]
    list_select_related = ["task", "author"]
    inlines = [CriterionInline]


@admin.register(GuardRule)
class GuardRuleAdmin(admin.ModelAdmin):
    list_display = ["name", "words", "active"]
    list_filter = ["active"]


@admin.register(Agent)
class AgentAdmin(admin.ModelAdmin):
    list_display = ["name", "policy", "dialect", "observation", "archived", "created_at"]
    list_filter = ["policy", "observation", "archived"]
    search_fields = ["name", "description"]

    def get_readonly_fields(self, request, obj=None):
        """What an agent is stays as it was once it has run."""
        if obj is None or not obj.runs.exists():
            return []
        return ["policy", "dialect", "observation", "image_width", "settings", "seed", "step_limit"]


@admin.register(Campaign)
class CampaignAdmin(ReadOnly):
    list_display = ["name", "suite", "state", "attempts", "overlap", "created_by", "launched_at"]
    list_filter = ["state"]
    search_fields = ["name", "suite__name"]
    list_select_related = ["suite", "created_by"]


class TurnInline(admin.TabularInline):
    model = Turn
    fields = ["seq", "thought", "action", "error", "latency_ms", "tokens_in", "tokens_out"]
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request, obj=None):
        return False


@admin.register(Run)
class RunAdmin(ReadOnly):
    list_display = ["__str__", "campaign", "trial", "state", "ending", "claimed", "device", "created_at"]
    list_filter = ["state", "ending", "claimed"]
    search_fields = ["id", "agent__name", "task__key", "campaign__name"]
    list_select_related = ["agent", "task", "campaign", "device"]
    inlines = [TurnInline]


@admin.register(Grade)
class GradeAdmin(ReadOnly):
    list_display = ["run", "evaluator", "kind", "state", "success", "authoritative", "submitted_at"]
    list_filter = ["kind", "state", "success", "failure"]
    search_fields = ["run__id", "evaluator__username", "note"]
    list_select_related = ["run__agent", "run__task", "evaluator"]


@admin.register(Judgement)
class JudgementAdmin(ReadOnly):
    list_display = ["run", "judge", "success", "created_at"]
    list_filter = ["judge", "success"]
    search_fields = ["run__id", "judge"]
    list_select_related = ["run__agent", "run__task"]


@admin.register(Criterion)
class CriterionAdmin(ReadOnly):
    list_display = ["text", "rubric", "position", "must", "negative"]
    list_filter = ["must", "negative"]
    search_fields = ["text", "text_zh", "rubric__task__key"]
    list_select_related = ["rubric__task"]


@admin.register(Turn)
class TurnAdmin(ReadOnly):
    list_display = ["run", "seq", "action", "error", "latency_ms", "at"]
    search_fields = ["run__id", "thought", "raw"]
    list_select_related = ["run"]


@admin.register(GoldItem)
class GoldItemAdmin(ReadOnly):
    list_display = ["run", "campaign", "phase", "success"]
    list_filter = ["phase", "success"]
    search_fields = ["run__id", "campaign__name"]
    list_select_related = ["campaign"]


@admin.register(CampaignAgent)
class CampaignAgentAdmin(ReadOnly):
    list_display = ["campaign", "agent", "position"]
    search_fields = ["campaign__name", "agent__name"]
    list_select_related = ["campaign", "agent"]


@admin.register(CampaignEvaluator)
class CampaignEvaluatorAdmin(ReadOnly):
    list_display = ["campaign", "evaluator", "added_at"]
    search_fields = ["campaign__name", "evaluator__username"]
    list_select_related = ["campaign", "evaluator"]
