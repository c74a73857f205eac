"""Datasets: asked for in a form that says what would be in them, watched while they are built, kept."""

import json

from django.contrib import admin
from django.template.defaultfilters import filesizeformat
from django.urls import path, reverse
from django.utils.html import format_html, format_html_join

from training import services
from training.admin import asking
from training.admin.base import OfTraining
from training.admin.dispatch import address, train_on_dataset
from training.models import Dataset, DatasetState, JobKind, Purpose
from training.services.dataset_cards import COUNTED, card_of


def _archive(user, row) -> str:
    archived = services.archive_dataset(user, row, archived=not row.archived).archived
    return f"“{row}” is offered {'no more' if archived else 'again'}."


def _retry(user, row) -> str:
    return f"“{services.retry_dataset(user, row)}” is built again."


@admin.register(Dataset)
class DatasetAdmin(OfTraining):
    list_display = [
        "__str__", "purpose", "shown_state", "n_episodes", "n_steps", "sources", "shown_size", "owner",
        "created_at", "archived_at",
    ]  # fmt: skip
    list_filter = ["state", "purpose", ("archived_at", admin.EmptyFieldListFilter)]
    search_fields = ["name", "description", "sha256", "id", "owner__username"]
    list_select_related = ["owner"]
    date_hierarchy = "created_at"
    actions = [train_on_dataset, "archive_chosen"]
    change_form_template = "admin/training/dataset/detail.html"
    change_list_template = "admin/training/dataset/list.html"
    verbs = {"archive": _archive, "retry": _retry}
    fieldsets = [
        (None, {"fields": ["page", "purpose", "shown_state", "building", "error", "owner", "description"]}),
        ("What is in it", {"fields": ["n_episodes", "n_steps", "shown_size", "shown_counts"]}),
        ("What was left out", {"fields": ["shown_refused"]}),
        ("Asked for", {"fields": ["asked", "previous"]}),
        ("Kept", {"fields": ["sha256", "path", "created_at", "frozen_at", "archived_at"]}),
        ("Card", {"classes": ["collapse"], "fields": ["shown_card"]}),
    ]

    def get_urls(self):
        view = self.admin_site.admin_view(lambda request: asking.ask(self, request))
        return [path("new/", view, name="training_dataset_new"), *super().get_urls()]

    @admin.display(description="State", ordering="state")
    def shown_state(self, row):
        return format_html('<span class="state {}">{}</span>', row.state, row.get_state_display())

    @admin.display(description="Progress")
    def building(self, row):
        told = row.progress
        if row.state != DatasetState.BUILDING or not told.get("done"):
            return "waits for a worker" if row.state == DatasetState.BUILDING else "—"
        bar = '<progress max="{}" value="{}"></progress> {} episodes so far'
        return format_html(bar, told["of"], told["done"], told["done"])

    @admin.display(description="Who acted")
    def sources(self, row):
        return ", ".join(f"{name} {n:,}" for name, n in row.counts.get("source", {}).items()) or "—"

    @admin.display(description="Size", ordering="size")
    def shown_size(self, row):
        return filesizeformat(row.size)

    @admin.display(description="Counts")
    def shown_counts(self, row):
        lines = (
            (label, ", ".join(f"{name} {n:,}" for name, n in sorted(found.items(), key=lambda i: -i[1])))
            for key, label in COUNTED.items()
            if (found := row.counts.get(key))
        )
        return format_html_join("", '<div class="node"><em>{}</em> {}</div>', lines) or "—"

    @admin.display(description="Refused")
    def shown_refused(self, row):
        lines = ((r["n"], r["what"], r["why"]) for r in row.refused)
        return format_html_join("", '<div class="node">{} × <em>{}</em> {}</div>', lines) or "nothing"

    @admin.display(description="Query")
    def asked(self, row):
        told = {"query": row.query, "demonstrations": row.demonstrations}
        return format_html("<pre>{}</pre>", json.dumps(told, indent=1, ensure_ascii=False))

    @admin.display(description="Card")
    def shown_card(self, row):
        return format_html("<pre>{}</pre>", card_of(row))

    @admin.display(description="Page")
    def page(self, row):
        return format_html('<a href="/training/datasets/{}">Episodes, exports</a>', row.pk)

    @admin.action(description="Offer no more, or again")
    def archive_chosen(self, request, queryset):
        self.each(request, queryset, "archive")

    def change_view(self, request, object_id, form_url="", extra_context=None):
        row = self.get_object(request, object_id)
        more = self._about(row) if row and self.has_view_permission(request, row) else {}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | more)

    def _about(self, row) -> dict:
        frozen = row.state == DatasetState.FROZEN
        kind = JobKind.JUDGE_SFT if row.purpose == Purpose.JUDGE else JobKind.SFT
        return {
            "row": row,
            "live": row.state == DatasetState.BUILDING,
            "train": address(kind=kind, dataset=row.pk) if frozen and not row.archived else None,
            "anew": f"{reverse('admin:training_dataset_new')}?of={row.pk}",
            "exports": services.formats() if frozen else [],
            "can_retry": row.state == DatasetState.FAILED,
            "closed": services.now_held_out(row),
        }
