"""What all admin pages of training share: who may, and one verb behind a button."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import path, reverse

from evaluation.admin.readonly import ReadOnly
from phonebuddy.api.errors import Refused
from training import policies


class OfTraining(ReadOnly):
    """History for whoever may train. ``verbs``: name -> what its button does with (user, row)."""

    verbs: dict[str, Callable] = {}

    def has_module_permission(self, request):
        return policies.can_train(request.user)

    def has_view_permission(self, request, obj=None):
        return policies.can_train(request.user)

    def get_urls(self):
        name = f"{self.opts.app_label}_{self.opts.model_name}_verb"
        view = self.admin_site.admin_view(self.do)
        return [path("<path:pk>/do/<slug:verb>/", view, name=name), *super().get_urls()]

    def do(self, request, pk: str, verb: str):
        """One verb on one row, and back to its page."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        row = self.get_object(request, pk)
        if row is None or verb not in self.verbs or not self.has_view_permission(request, row):
            raise PermissionDenied
        try:
            messages.success(request, self.verbs[verb](request.user, row))
        except Refused as refusal:
            messages.error(request, str(refusal))
        return HttpResponseRedirect(link_of(row))

    def each(self, request, queryset, verb: str) -> None:
        """The same verb on every chosen row, as an action."""
        for row in queryset:
            try:
                messages.success(request, self.verbs[verb](request.user, row))
            except Refused as refusal:
                messages.error(request, f"{row}: {refusal}")


def link_of(row) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
