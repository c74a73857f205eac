"""Jobs and what is asked of them."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from evaluation.serializers.demonstrations import PersonSerializer
from training import services
from training.config import CONFIGS, PRESETS
from training.models import Checkpoint, Dataset, Job, JobKind, JobState, Queue
from training.models.jobs import ACTIVE
from training.options import fields_of, label_of
from training.serializers.checkpoints import CheckpointSerializer, NamedRowSerializer
from training.services.phones import phones_of


class JobSerializer(serializers.ModelSerializer):
    """``result``: its newest checkpoint. ``success``: the last share of tasks that succeeded, where it is
    known. ``eta_s``: at the pace of this attempt."""

    owner = PersonSerializer()
    dataset = NamedRowSerializer(allow_null=True)
    base = NamedRowSerializer(allow_null=True)
    judge = NamedRowSerializer(allow_null=True)
    parent = NamedRowSerializer(allow_null=True)
    result = serializers.SerializerMethodField()
    success = serializers.SerializerMethodField()
    eta_s = serializers.SerializerMethodField()
    seconds = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields = [
            "id", "name", "kind", "state", "preset", "queue", "machine", "owner", "dataset", "base", "judge",
            "judge_anyway", "parent", "result", "step", "of", "phase", "eta_s", "success", "error",
            "attempts", "created_at", "started_at", "ended_at", "heartbeat_at", "seconds",
        ]  # fmt: skip

    @extend_schema_field(NamedRowSerializer(allow_null=True))
    def get_result(self, job):
        return job.newest

    @extend_schema_field(serializers.FloatField(allow_null=True))
    def get_success(self, job):
        return success_of(job)

    @extend_schema_field(serializers.FloatField(allow_null=True))
    def get_eta_s(self, job):
        return eta_s(job)

    def get_seconds(self, job) -> float:
        return seconds_of(job)


def success_of(job: Job) -> float | None:
    """Whatever this kind of job calls success, newest value first."""
    found = (job.latest.get(name) for name in ("success", "action_accuracy", "reward_mock", "reward_real"))
    return next((value for value in found if isinstance(value, int | float)), None)


def seconds_of(job: Job) -> float:
    going = (timezone.now() - job.attempt_at).total_seconds() if job.attempt_at else 0
    return job.seconds + going


def eta_s(job: Job) -> float | None:
    began = job.resumes[-1]["step"] if job.resumes else 0
    if job.state not in ACTIVE or not job.attempt_at or job.step <= began or job.of <= job.step:
        return None
    spent = (timezone.now() - job.attempt_at).total_seconds()
    return spent / (job.step - began) * (job.of - job.step)


class ResumeSerializer(serializers.Serializer):
    step = serializers.IntegerField()
    at = serializers.DateTimeField()
    why = serializers.CharField()


class CostSerializer(serializers.Serializer):
    """What it took so far, attempts in vain included."""

    seconds = serializers.FloatField()
    gpu_s = serializers.FloatField()
    device_s = serializers.FloatField()
    judge_tokens = serializers.IntegerField()


class JobPhoneSerializer(serializers.Serializer):
    id = serializers.UUIDField(source="lease.device_id")
    name = serializers.CharField(source="lease.device.name")
    kind = serializers.CharField(source="lease.device.kind")
    serial = serializers.CharField(source="lease.device.serial")


class JobPermissionsSerializer(serializers.Serializer):
    stop = serializers.BooleanField()
    resume = serializers.BooleanField()
    retry = serializers.BooleanField()
    evaluate = serializers.BooleanField()


class FieldSerializer(serializers.Serializer):
    """How a field of a configuration is shown."""

    name = serializers.CharField()
    label = serializers.CharField()
    help = serializers.CharField()
    type = serializers.ChoiceField(["int", "float", "bool", "str", "choice"])
    default = serializers.JSONField()
    choices = serializers.ListField(child=serializers.CharField(allow_blank=True), allow_null=True)
    min = serializers.FloatField(allow_null=True)
    max = serializers.FloatField(allow_null=True)
    unit = serializers.CharField()
    group = serializers.CharField()
    advanced = serializers.BooleanField()


class JobDetailSerializer(JobSerializer):
    about = serializers.SerializerMethodField()
    cost = serializers.SerializerMethodField()
    phones = serializers.SerializerMethodField()
    resumes = ResumeSerializer(many=True)
    checkpoints = CheckpointSerializer(many=True)
    campaign = NamedRowSerializer(allow_null=True)
    permissions = serializers.SerializerMethodField()

    class Meta(JobSerializer.Meta):
        fields = [
            *JobSerializer.Meta.fields, "config", "about", "latest", "outcome", "cost", "phones", "resumes",
            "checkpoints", "campaign", "permissions",
        ]  # fmt: skip

    outcome = serializers.JSONField(source="result", help_text="Figures of its end")

    @extend_schema_field(FieldSerializer(many=True))
    def get_about(self, job):
        return fields_of(CONFIGS[job.kind])

    @extend_schema_field(CostSerializer)
    def get_cost(self, job):
        return services.cost_of(job)

    @extend_schema_field(JobPhoneSerializer(many=True))
    def get_phones(self, job):
        return JobPhoneSerializer(phones_of(job), many=True).data

    @extend_schema_field(JobPermissionsSerializer)
    def get_permissions(self, job):
        return {
            "stop": job.state in (JobState.QUEUED, JobState.RUNNING),
            "resume": job.state == JobState.STOPPED,
            "retry": job.state == JobState.FAILED,
            "evaluate": job.newest is not None and job.kind not in (JobKind.EVALUATE, JobKind.JUDGE_SFT),
        }


class JobRequestSerializer(serializers.Serializer):
    """``config`` holds what differs from the preset; ``judge``: a judge's checkpoint that rewards on real
    apps, below its threshold only with ``judge_anyway``; ``parent``: the job that this one is a variation
    of."""

    kind = serializers.ChoiceField(JobKind.choices)
    name = serializers.CharField(required=False, allow_blank=True, default="", max_length=120)
    preset = serializers.ChoiceField(PRESETS, default="starter")
    config = serializers.DictField(required=False, default=dict)
    queue = serializers.ChoiceField(Queue.choices, required=False, allow_blank=True, default="")
    dataset = serializers.PrimaryKeyRelatedField(
        queryset=Dataset.objects.all(), required=False, allow_null=True, default=None
    )
    base = serializers.PrimaryKeyRelatedField(
        queryset=Checkpoint.objects.all(), required=False, allow_null=True, default=None
    )
    judge = serializers.PrimaryKeyRelatedField(
        queryset=Checkpoint.objects.all(), required=False, allow_null=True, default=None
    )
    judge_anyway = serializers.BooleanField(required=False, default=False)
    parent = serializers.PrimaryKeyRelatedField(
        queryset=Job.objects.all(), required=False, allow_null=True, default=None
    )


class EstimateSerializer(serializers.Serializer):
    """``fits``: null where nothing is known about the machine."""

    seconds = serializers.FloatField()
    memory_mb = serializers.FloatField()
    disk_mb = serializers.FloatField()
    fits = serializers.BooleanField(allow_null=True)
    words = serializers.ListField(child=serializers.CharField())


class PresetSerializer(serializers.Serializer):
    name = serializers.CharField()
    label = serializers.CharField()
    help = serializers.CharField()
    config = serializers.DictField()


class KindSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(JobKind.choices)
    label = serializers.CharField()
    help = serializers.CharField()
    needs = serializers.ListField(child=serializers.CharField())
    takes = serializers.ListField(child=serializers.CharField())
    presets = PresetSerializer(many=True)
    fields = FieldSerializer(many=True)


class MachineSerializer(serializers.Serializer):
    cpus = serializers.IntegerField()
    memory_mb = serializers.IntegerField()
    gpu = serializers.BooleanField()
    phones = serializers.IntegerField()


class OptionsSerializer(serializers.Serializer):
    """All that can be started, and this machine."""

    kinds = KindSerializer(many=True)
    machines = MachineSerializer()


class PointSerializer(serializers.Serializer):
    step = serializers.IntegerField()
    of = serializers.IntegerField()
    at = serializers.FloatField(help_text="seconds since 1970")
    phase = serializers.CharField()
    values = serializers.DictField(child=serializers.FloatField(allow_null=True))


@extend_schema_serializer(component_name="JobProgress")
class ProgressSerializer(serializers.Serializer):
    """``next`` is what to ask for next (opaque); ``reset``: forget the points that you have."""

    lines = PointSerializer(many=True)
    next = serializers.IntegerField()
    reset = serializers.BooleanField()


class LogSerializer(serializers.Serializer):
    text = serializers.CharField()
    next = serializers.IntegerField()
    size = serializers.IntegerField()


class SampleStepsSerializer(serializers.Serializer):
    steps = serializers.ListField(child=serializers.IntegerField())


class DifferenceSerializer(serializers.Serializer):
    """``mine`` and ``theirs``: null where that job has no such field."""

    name = serializers.CharField()
    label = serializers.CharField()
    mine = serializers.JSONField(allow_null=True)
    theirs = serializers.JSONField(allow_null=True)


def differences(job: Job, other: Job) -> list[dict]:
    """Fields that differ, and what else the two were made from."""
    pairs = [("kind", job.kind, other.kind), ("dataset", job.dataset_id, other.dataset_id)]
    pairs += [("base", job.base_id, other.base_id), ("judge", job.judge_id, other.judge_id)]
    pairs += [("queue", job.queue, other.queue)]
    told = [(name, mine and str(mine), theirs and str(theirs)) for name, mine, theirs in pairs]
    names = [*job.config, *(name for name in other.config if name not in job.config)]
    told += [(name, job.config.get(name), other.config.get(name)) for name in names]
    return [
        {"name": name, "label": label_of(name), "mine": mine, "theirs": theirs}
        for name, mine, theirs in told
        if mine != theirs
    ]
