"""The form that asks for a dataset: the filters, oracles' demonstrations, and what it would hold now."""

from django import forms
from django.contrib import messages
from django.http import HttpResponseRedirect
from django.shortcuts import render

from phonebuddy.api.errors import Refused
from training import selection, services
from training.admin.base import link_of
from training.models import Dataset, Purpose

VARIATIONS = (
    ("natural", "Natural: other ways, mistakes put right, pop-ups"),
    ("none", "None: the shortest way"),
)


class AskingForm(forms.Form):
    """``of``: the dataset of which it is a new version."""

    name = forms.CharField(max_length=80)
    description = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 2}))
    purpose = forms.ChoiceField(choices=Purpose.choices)
    demonstrations = forms.IntegerField(
        min_value=0, max_value=100_000, required=False, label="Oracles' demonstrations",
        help_text="So many, made on the mock phone, of training tasks alone.",
    )  # fmt: skip
    seed = forms.IntegerField(min_value=0, max_value=2**31 - 1, required=False)
    variation = forms.ChoiceField(choices=VARIATIONS, required=False)
    pictures = forms.BooleanField(
        required=False, initial=True, help_text="Else UI trees alone: smaller, quicker."
    )

    def __init__(self, *args, of: Dataset | None = None, **kwargs):
        super().__init__(*args, **kwargs)
        self.filters = [f for f in selection.fields() if f.choices or f.type == "date"]
        for field in self.filters:
            self.fields[f"query.{field.name}"] = _field(field)
        if of:
            for name in ("name", "purpose"):
                self.fields[name].disabled = True

    def own(self) -> list:
        return [self[name] for name in ("name", "description", "purpose")]

    def oracles(self) -> list:
        return [self[name] for name in ("demonstrations", "seed", "variation", "pictures")]

    def asked(self) -> list:
        return [self[f"query.{field.name}"] for field in self.filters]

    def request(self) -> dict:
        """What the verbs are asked for."""
        data = self.cleaned_data
        query = {f.name: data[f"query.{f.name}"] for f in self.filters if data[f"query.{f.name}"]}
        query = {
            name: value if isinstance(value, list) else value.isoformat() for name, value in query.items()
        }
        oracles = {
            "n": data["demonstrations"] or 0, "seed": data["seed"] or 0,
            "variation": data["variation"] or "natural", "pictures": data["pictures"],
        }  # fmt: skip
        return {"query": query, "demonstrations": oracles if oracles["n"] else {}}


def _field(field: selection.Field) -> forms.Field:
    common = {"label": field.label, "help_text": field.help, "required": False}
    if field.type == "date":
        return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}), **common)
    widget = forms.CheckboxSelectMultiple if len(field.choices) <= 6 else forms.SelectMultiple
    return forms.MultipleChoiceField(choices=field.choices, widget=widget, **common)


def initial_of(row: Dataset) -> dict:
    """The form as it was filled for this one."""
    oracles = row.demonstrations
    return {
        "name": row.name, "description": row.description, "purpose": row.purpose,
        "demonstrations": oracles.get("n", 0), "seed": oracles.get("seed", 0),
        "pictures": oracles.get("pictures", True),
        **{f"query.{name}": value for name, value in row.query.items()},
    }  # fmt: skip


def ask(model_admin, request):
    """`…/dataset/new/?of=…`: the form. POST counts what it would hold, or makes it."""
    known = Dataset.objects.visible_to(request.user)
    of = known.filter(pk=request.GET["of"]).first() if "of" in request.GET else None
    initial = initial_of(of) if of else {"purpose": Purpose.SFT, "pictures": True}
    form = AskingForm(request.POST or None, initial=initial, of=of)
    found = None
    if request.method == "POST" and form.is_valid():
        asked = form.request()
        try:
            if "create" in request.POST:
                row = _made(request.user, of, form.cleaned_data, asked)
                messages.success(request, f"“{row}” is being built.")
                return HttpResponseRedirect(link_of(row))
            found = services.preview(request.user, purpose=form.cleaned_data["purpose"], **asked)
        except Refused as refusal:
            form.add_error("name" if refusal.code == "name_taken" else None, str(refusal))
    elif request.method == "GET":
        found = services.preview(request.user, of.query if of else {}, of.purpose if of else Purpose.SFT)
    context = model_admin.admin_site.each_context(request) | {
        "title": f"A new version of {of.name}" if of else "New dataset",
        "opts": model_admin.opts, "form": form, "found": found, "of": of,
    }  # fmt: skip
    return render(request, "admin/training/dataset/new.html", context)


def _made(user, of, data: dict, asked: dict) -> Dataset:
    if of:
        return services.new_version(user, of, description=data["description"], **asked)
    return services.create_dataset(
        user, data["name"], purpose=data["purpose"], description=data["description"], **asked
    )
