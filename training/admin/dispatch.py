"""Starting a job from the admin: a form made from the configuration's dataclass, with what it will take."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.http import HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from phonebuddy.api.errors import Refused
from training import services
from training.admin.base import link_of
from training.config import CONFIGS, preset
from training.models import Checkpoint, Dataset, Job, JobKind, Purpose, Queue
from training.options import KINDS, PRESET_WORDS, fields_of
from training.services.jobs import queue_of
from training.trust import distrust

START = "admin:training_job_start"


class JudgeField(forms.ModelChoiceField):
    """Judges by name, with how far each can be trusted."""

    def label_from_instance(self, row):
        told = row.about.get("judge") or {}
        if "precision" not in told:
            return f"{row}: not measured"
        below = ", below its threshold" if distrust(row.about) else ""
        return f"{row}: {told['precision']:.0%} of what it rewards is right{below}"


class DispatchForm(forms.Form):
    """All of a job: what it learns from, where it runs, and every field of its configuration."""

    name = forms.CharField(required=False, max_length=120, help_text="Empty: named after what it is made of.")
    dataset = forms.ModelChoiceField(Dataset.objects.none(), required=False)
    base = forms.ModelChoiceField(
        Checkpoint.objects.none(), required=False, label="Checkpoint", empty_label="— a fresh model —"
    )
    judge = JudgeField(
        Checkpoint.objects.none(), required=False, label="Judge", empty_label="— the platform's judge —",
        help_text="Gives the reward on real apps. One that was taught here, or the platform's own.",
    )  # fmt: skip
    judge_anyway = forms.BooleanField(
        required=False, label="Reward all the same",
        help_text="Though the judge's precision is below its threshold: what it rewards wrongly is learnt.",
    )  # fmt: skip
    queue = forms.ChoiceField(label="Machine", choices=Queue.choices)

    def __init__(self, kind: str, preset_name: str, user, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.kind, self.preset_name = kind, preset_name
        self.described = fields_of(CONFIGS[kind])
        defaults = preset(kind, preset_name).to_json()
        for field in self.described:
            self.fields[f"config.{field['name']}"] = _field(field, defaults[field["name"]])
        offered = Dataset.objects.visible_to(user).offered()
        judging = kind == JobKind.JUDGE_SFT
        self.fields["dataset"].queryset = (
            offered.filter(purpose=Purpose.JUDGE) if judging else offered.exclude(purpose=Purpose.JUDGE)
        )
        usable = Checkpoint.objects.visible_to(user).usable().order_by("-created_at")
        judges = usable.filter(kind=JobKind.JUDGE_SFT)
        self.fields["base"].queryset = usable if judging else usable.exclude(kind=JobKind.JUDGE_SFT)
        self.fields["judge"].queryset = judges
        for name in KINDS[kind]["needs"]:
            self.fields[name].required = True
        for name in {"dataset", "base", "judge"} - {*KINDS[kind]["takes"]}:
            del self.fields[name]
        if "judge" not in self.fields or not any(distrust(row.about) for row in judges):
            del self.fields["judge_anyway"]
        self.initial.setdefault("queue", queue_of(preset_name))

    def groups(self) -> list[tuple[str, list, list]]:
        """(group, fields seen at once, fields tucked away)."""
        found: dict[str, tuple[list, list]] = {}
        for field in self.described:
            first, rest = found.setdefault(field["group"], ([], []))
            (rest if field["advanced"] else first).append(self[f"config.{field['name']}"])
        return [(name, first, rest) for name, (first, rest) in found.items()]

    def own(self) -> list:
        return [self[name] for name in self.fields if not name.startswith("config.")]

    def request(self) -> dict[str, Any]:
        """What the verb is asked for: the fields that differ from the preset."""
        data, defaults = self.cleaned_data, preset(self.kind, self.preset_name).to_json()
        config = {name: data.get(f"config.{name}") for name in defaults}
        return {
            "kind": self.kind,
            "preset": self.preset_name,
            "config": {name: value for name, value in config.items() if value != defaults[name]},
            "dataset": data.get("dataset"),
            "base": data.get("base"),
            "judge": data.get("judge"),
            "judge_anyway": data.get("judge_anyway", False),
            "queue": data["queue"],
        }

    def take(self, refusal: Refused) -> None:
        """Show a refusal at its fields."""
        for name, words in (refusal.fields or {}).items():
            for word in words:
                self.add_error(name if name in self.fields else None, word)
        if not refusal.fields:
            self.add_error(None, str(refusal))


def _field(field: dict, default) -> forms.Field:
    words = field["help"] + (f" In {field['unit']}." if field["unit"] else "")
    common = {"label": field["label"], "help_text": words, "initial": default, "required": False}
    limits = {"min_value": field["min"], "max_value": field["max"]}
    if field["type"] == "bool":
        return forms.BooleanField(**common)
    if field["type"] == "choice":
        return forms.ChoiceField(choices=[(c, c or "none") for c in field["choices"]], **common)
    if field["type"] == "int":
        return forms.IntegerField(**common | {"required": True}, **limits)
    if field["type"] == "float":
        widget = forms.NumberInput(attrs={"step": "any"})
        return forms.FloatField(widget=widget, **common | {"required": True}, **limits)
    return forms.CharField(max_length=2000, **common)


def start(model_admin, request):
    """`…/job/start/?kind=sft&preset=starter&dataset=…&base=…&like=…`: the form; POST estimates or starts."""
    asked = request.GET
    like = Job.objects.visible_to(request.user).filter(pk=asked["like"]).first() if "like" in asked else None
    kind = like.kind if like else asked.get("kind", JobKind.SFT)
    chosen = asked.get("preset") or (like.preset if like else "starter")
    if kind not in CONFIGS or chosen not in PRESET_WORDS:
        kind, chosen = JobKind.SFT, "starter"
    initial: dict[str, Any] = {name: asked[name] for name in ("dataset", "base") if name in asked}
    if like:
        initial = {"dataset": like.dataset_id, "base": like.base_id, "queue": like.queue}
        initial |= {"judge": like.judge_id, "judge_anyway": like.judge_anyway}
        known = {field["name"] for field in fields_of(CONFIGS[kind])}
        initial |= {f"config.{name}": value for name, value in like.config.items() if name in known}
    form = DispatchForm(kind, chosen, request.user, request.POST or None, initial=initial)
    outlook = None
    if request.method == "POST" and form.is_valid():
        try:
            if "start" in request.POST:
                name = form.cleaned_data["name"]
                job = services.start_training(request.user, name=name, parent=like, **form.request())
                messages.success(request, f"“{job.name}” is {job.get_state_display().lower()}.")
                return HttpResponseRedirect(link_of(job))
            outlook = services.outlook(
                *(form.request()[part] for part in ("kind", "preset", "config", "dataset", "base", "queue"))
            )
        except Refused as refusal:
            form.take(refusal)
    elif request.method == "GET":
        outlook = _first_outlook(kind, chosen, initial, like)
    context = model_admin.admin_site.each_context(request) | {
        "title": f"Start a job: {KINDS[kind]['label']}", "opts": model_admin.opts, "form": form,
        "outlook": outlook, "like": like, "kind": KINDS[kind], "kinds": _links(asked, "kind", kind),
        "presets": _links(asked, "preset", chosen),
    }  # fmt: skip
    return render(request, "admin/training/job/start.html", context)


def _first_outlook(kind, chosen, initial, like):
    """Before anything was changed."""
    dataset = Dataset.objects.filter(pk=initial.get("dataset")).first() if initial.get("dataset") else None
    base = Checkpoint.objects.filter(pk=initial.get("base")).first() if initial.get("base") else None
    changes = {name[7:]: value for name, value in initial.items() if name.startswith("config.")}
    try:
        return services.outlook(kind, chosen, changes, dataset, base, like.queue if like else "")
    except Refused:  # a job of an older version, whose fields are not what they were
        return None


def _links(asked, name: str, chosen: str) -> list[dict]:
    """The other kinds or presets, as addresses of this form; what was chosen before goes along."""
    labels = (
        {kind: about["label"] for kind, about in KINDS.items()}
        if name == "kind"
        else {key: label for key, (label, _) in PRESET_WORDS.items()}
    )
    kept = {key: value for key, value in asked.items() if key != "like"}
    return [
        {"label": label, "url": "?" + urlencode({**kept, name: key}), "chosen": key == chosen}
        for key, label in labels.items()
    ]


def address(**query) -> str:
    return f"{reverse(START)}?{urlencode(query)}"


@admin.action(description="Train on this dataset …")
def train_on_dataset(model_admin, request, queryset):
    """To the form, with the dataset filled in."""
    if (row := _one(request, queryset)) is None:
        return None
    kind = JobKind.JUDGE_SFT if row.purpose == "judge" else JobKind.SFT
    return HttpResponseRedirect(address(kind=kind, dataset=row.pk))


@admin.action(description="Train on from this …")
def train_from_checkpoint(model_admin, request, queryset):
    """To the form, with the checkpoint filled in: RL after SFT."""
    row = _one(request, queryset)
    return row and HttpResponseRedirect(address(kind=JobKind.MIXED_RL, base=row.pk))


@admin.action(description="Evaluate this …")
def evaluate_checkpoint(model_admin, request, queryset):
    row = _one(request, queryset)
    return row and HttpResponseRedirect(address(kind=JobKind.EVALUATE, base=row.pk))


def _one(request, queryset):
    rows = list(queryset[:2])
    if len(rows) != 1:
        messages.error(request, "Choose one: a job learns from one.")
        return None
    return rows[0]
