"""Jobs: started, watched, stopped, resumed and compared, without a shell."""

import json

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.urls import path
from django.utils.html import format_html

from training import services
from training.admin import dispatch
from training.admin.base import OfTraining, link_of
from training.config import CONFIGS
from training.models import Checkpoint, Job, JobPhone, JobState, Metric, SampleEpisode
from training.models.jobs import ACTIVE, UNFINISHED
from training.options import fields_of, label_of
from training.serializers.jobs import differences, eta_s, success_of
from training.services import phones
from training.trust import distrust


def _said(verb, words: str):
    def do(user, job) -> str:
        return words.format(verb(user, job))

    return do


class CheckpointInline(admin.TabularInline):
    model = Checkpoint
    fields = ["name", "step", "final", "size", "metrics", "deleted_at"]
    readonly_fields = fields
    ordering = ["step"]
    show_change_link = True
    extra = 0
    can_delete = False

    def has_add_permission(self, request, obj=None):
        return False

    def has_view_permission(self, request, obj=None):
        return True  # whoever sees the job


@admin.register(Job)
class JobAdmin(OfTraining):
    list_display = ["name", "kind", "shown_state", "progress", "success", "made_from", "by"]
    list_filter = ["state", "kind", "preset", "queue"]
    search_fields = ["name", "owner__username", "id"]
    list_select_related = ["owner", "base", "dataset"]
    date_hierarchy = "created_at"
    actions = ["stop_chosen", "resume_chosen"]
    inlines = [CheckpointInline]
    change_form_template = "admin/training/job/detail.html"
    change_list_template = "admin/training/job/list.html"
    verbs = {
        "stop": _said(services.cancel_training, "“{}” was asked to save and stop."),
        "resume": _said(services.resume_training, "“{}” goes on from its last checkpoint."),
        "retry": _said(services.retry_training, "“{}” is tried again from its last checkpoint."),
    }
    fieldsets = [
        (None, {"fields": ["live_page", "kind", "shown_state", "progress", "success", "error", "by"]}),
        ("Made from", {"fields": ["dataset", "base", "rewards", "parent", "preset", "report"]}),
        (
            "Machine",
            {"fields": ["queue", "machine", "attempts", "resumed", "heartbeat_at", "cost", "phones_now"]},
        ),
        ("Times", {"fields": ["created_at", "started_at", "ended_at"]}),
        ("Outcome", {"fields": ["outcome"]}),
    ]

    def get_urls(self):
        view = self.admin_site.admin_view(lambda request: dispatch.start(self, request))
        return [path("start/", view, name="training_job_start"), *super().get_urls()]

    @admin.display(description="State", ordering="state")
    def shown_state(self, job):
        return format_html('<span class="state {}">{}</span>', job.state, job.get_state_display())

    @admin.display(description="Progress")
    def progress(self, job):
        if not job.of:
            return job.phase or "—"
        left = eta_s(job)
        words = f"{job.step} of {job.of}{f' · {job.phase}' if job.phase else ''}"
        words += f" · about {duration(left)} left" if left else ""
        bar = '<progress max="{}" value="{}"></progress> {}'
        return format_html(bar, job.of, job.step, words)

    @admin.display(description="Success")
    def success(self, job):
        share = success_of(job)
        return "—" if share is None else f"{share:.0%}"

    @admin.display(description="Made from")
    def made_from(self, job):
        return ", ".join(str(source) for source in (job.dataset, job.base) if source) or "—"

    @admin.display(description="Rewards on real apps")
    def rewards(self, job):
        if not phones.wants_phones(job):
            return "—"
        if not job.judge:
            return "The platform's judge"
        doubt = distrust(job.judge.about) if job.judge_anyway else ""
        return format_html('<a href="{}">{}</a> {}', link_of(job.judge), job.judge, doubt)

    @admin.display(description="By", ordering="owner__username")
    def by(self, job):
        return job.owner.display_name

    @admin.display(description="Report")
    def report(self, job):
        if not job.campaign_id:
            return "—"
        return format_html('<a href="/campaigns/{}">The campaign and its report</a>', job.campaign_id)

    @admin.display(description="Live page")
    def live_page(self, job):
        words = "Curves, samples and log" if job.state in ACTIVE else "Curves, samples, log and report"
        return format_html('<a href="/training/{}">{}</a>', job.pk, words)

    @admin.display(description="Attempts began")
    def resumed(self, job):
        times = [(f"after step {r['step']}", r["why"]) for r in job.resumes]
        return "; ".join(f"{when}: {why}" if why else when for when, why in times) or "—"

    @admin.display(description="Took so far")
    def cost(self, job):
        took = services.cost_of(job)
        words = [duration(took["seconds"])]
        words += [f"GPUs {duration(took['gpu_s'])}"] if took["gpu_s"] else []
        words += [f"phones {duration(took['device_s'])}"] if took["device_s"] else []
        words += [f"{took['judge_tokens']:,} judge tokens"] if took["judge_tokens"] else []
        return ", ".join(words)

    @admin.display(description="Phones now")
    def phones_now(self, job):
        found = services.phones_of(job)
        return ", ".join(f"{p.lease.device} ({p.lease.device.get_kind_display()})" for p in found) or "—"

    @admin.display(description="Figures")
    def outcome(self, job):
        return format_html("<pre>{}</pre>", json.dumps(job.result, indent=1)) if job.result else "—"

    @admin.action(description="Save and stop")
    def stop_chosen(self, request, queryset):
        self.each(request, queryset, "stop")

    @admin.action(description="Resume")
    def resume_chosen(self, request, queryset):
        self.each(request, queryset, "resume")

    def change_view(self, request, object_id, form_url="", extra_context=None):
        job = self.get_object(request, object_id)
        more = self._about(request, job) if job and self.has_view_permission(request, job) else {}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | more)

    def _about(self, request, job) -> dict:
        other = self._compared(request, job)
        others = Job.objects.visible_to(request.user).filter(kind=job.kind).exclude(pk=job.pk)
        last = job.checkpoints.usable().order_by("-step").first()
        return {
            "job": job,
            "live": job.state in UNFINISHED and "with" not in request.GET,  # nobody compares meanwhile
            "can_stop": job.state in (JobState.QUEUED, JobState.RUNNING),
            "can_resume": job.state == JobState.STOPPED,
            "can_retry": job.state == JobState.FAILED,
            "again": dispatch.address(like=job.pk),
            "on": last and dispatch.address(kind="mixed_rl", base=last.pk),
            "evaluate": last and dispatch.address(kind="evaluate", base=last.pk),
            "configuration": _in_order(job),
            "others": others[:50],
            "other": other,
            "difference": differences(job, other) if other else None,
        }

    def _compared(self, request, job):
        """The job of `?with=`, else the one that this was made from."""
        try:
            return Job.objects.visible_to(request.user).get(pk=request.GET.get("with") or job.parent_id)
        except (Job.DoesNotExist, ValidationError):
            return None


def _in_order(job: Job) -> list[tuple[str, object]]:
    """The configuration as forms show it; fields that there are no more come last."""
    names = [field["name"] for field in fields_of(CONFIGS[job.kind])]
    rest = [name for name in job.config if name not in names]
    return [(label_of(name), job.config[name]) for name in (*names, *rest) if name in job.config]


def duration(seconds: float) -> str:
    """“3 h 20 min”, “45 s”."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours:,} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


@admin.register(Metric)
class MetricAdmin(OfTraining):
    list_display = ["job", "line", "step", "phase", "values"]
    list_filter = ["phase"]
    search_fields = ["job__name", "job__id"]
    list_select_related = ["job"]


@admin.register(SampleEpisode)
class SampleEpisodeAdmin(OfTraining):
    list_display = ["job", "step", "place", "reward", "viewer"]
    search_fields = ["job__name", "job__id", "episode__goal"]
    list_select_related = ["job"]

    @admin.display(description="Trace viewer")
    def viewer(self, row):
        return format_html('<a href="/episodes/{}">Open</a>', row.episode_id)


@admin.register(JobPhone)
class JobPhoneAdmin(OfTraining):
    list_display = ["job", "lease", "quarantined"]
    search_fields = ["job__name", "lease__device__name"]
    list_select_related = ["job", "lease__device", "lease__holder"]
