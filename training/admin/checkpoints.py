"""Checkpoints: what they come from, promoted to agents, trained on, measured, deleted with a guard."""

from django.contrib import admin
from django.template.defaultfilters import filesizeformat
from django.utils.html import format_html, format_html_join

from training import services
from training.admin.base import OfTraining
from training.admin.dispatch import address, evaluate_checkpoint, train_from_checkpoint
from training.models import Checkpoint


def _promote(user, row) -> str:
    return f"“{row}” is the agent “{services.promote_checkpoint(user, row)}” now."


def _delete(user, row) -> str:
    services.delete_checkpoint(user, row)
    return f"The files of “{row}” were deleted; what it was stays known."


@admin.register(Checkpoint)
class CheckpointAdmin(OfTraining):
    list_display = [
        "name",
        "kind",
        "step",
        "final",
        "shown_size",
        "measured",
        "job",
        "shown_agent",
        "deleted_at",
    ]
    list_filter = ["kind", "final", ("deleted_at", admin.EmptyFieldListFilter)]
    search_fields = ["name", "job__name", "sha256", "id"]
    list_select_related = ["job", "agent"]
    actions = [train_from_checkpoint, evaluate_checkpoint, "promote_chosen", "delete_chosen"]
    change_form_template = "admin/training/checkpoint/detail.html"
    verbs = {"promote": _promote, "delete": _delete}
    fieldsets = [
        (None, {"fields": ["kind", "step", "final", "created_at", "deleted_at", "shown_agent", "measured"]}),
        ("Where it comes from", {"fields": ["job", "dataset", "parent", "lineage"]}),
        ("Files", {"fields": ["path", "shown_size", "sha256", "contents", "about"]}),
        ("Model card", {"fields": ["shown_card"]}),
    ]

    @admin.display(description="Size", ordering="size")
    def shown_size(self, row):
        return filesizeformat(row.size)

    @admin.display(description="Agent")
    def shown_agent(self, row):
        return str(row.agent) if row.agent else "—"

    @admin.display(description="Measured")
    def measured(self, row):
        return ", ".join(f"{name} {_short(value)}" for name, value in sorted(row.metrics.items())) or "—"

    @admin.display(description="Dataset")
    def dataset(self, row):
        return str(row.job.dataset) if row.job and row.job.dataset else "—"

    @admin.display(description="Lineage")
    def lineage(self, row):
        """From the data to this, one step a line, with what grew from it below."""
        found = services.lineage(row)
        rows = (
            (node["kind"], "this" if node["this"] else "", node["name"], node["note"])
            for node in found["nodes"]
        )
        return format_html_join("", '<div class="node"><em>{}</em> <span class="{}">{}</span> {}</div>', rows)

    @admin.display(description="Contents")
    def contents(self, row):
        rows = ((file["name"], filesizeformat(file["size"]), file["sha256"][:12]) for file in row.files)
        return format_html_join("", "<div>{} · {} · {}</div>", rows)

    @admin.display(description="Card")
    def shown_card(self, row):
        return format_html("<pre>{}</pre>", row.card)

    @admin.action(description="Promote to an agent")
    def promote_chosen(self, request, queryset):
        self.each(request, queryset, "promote")

    @admin.action(description="Delete the files")
    def delete_chosen(self, request, queryset):
        self.each(request, queryset, "delete")

    def change_view(self, request, object_id, form_url="", extra_context=None):
        row = self.get_object(request, object_id)
        more = {}
        if row and self.has_view_permission(request, row):
            more = {
                "checkpoint": row,
                "guard": services.guard(row),
                "download": f"/api/training/checkpoints/{row.pk}/download",
                "on": [
                    ("Mixed RL from this", address(kind="mixed_rl", base=row.pk)),
                    ("Real-app RL from this", address(kind="real_rl", base=row.pk)),
                    ("SFT from this", address(kind="sft", base=row.pk)),
                    ("Evaluate", address(kind="evaluate", base=row.pk)),
                ],
            }
        return super().change_view(request, object_id, form_url, (extra_context or {}) | more)


def _short(value) -> str:
    if isinstance(value, dict):
        return f"{value.get('successes')}/{value.get('tasks')}"
    return f"{value:.3g}" if isinstance(value, float) else str(value)
