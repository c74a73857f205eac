"""Agents and their runs, for leads and researchers."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from devices.serializers import seen_by
from evaluation.models import Agent, GuardRule, Run, Task, Turn
from evaluation.serializers.demonstrations import ElementSerializer, PersonSerializer


class AgentSerializer(serializers.ModelSerializer):
    n_runs = serializers.IntegerField(read_only=True)
    settings = serializers.JSONField(required=False, default=dict)

    class Meta:
        model = Agent
        fields = [
            "id", "name", "description", "policy", "dialect", "observation", "image_width", "settings",
            "seed", "step_limit", "archived", "created_at", "n_runs",
        ]  # fmt: skip
        read_only_fields = ["id", "created_at"]
        extra_kwargs = {"name": {"validators": []}}  # the verb says it as a conflict


class GuardRuleSerializer(serializers.ModelSerializer):
    class Meta:
        model = GuardRule
        fields = ["id", "name", "words", "active"]
        extra_kwargs = {"name": {"validators": []}}  # the verb says it as a conflict


class RunRequestSerializer(serializers.Serializer):
    agent = serializers.PrimaryKeyRelatedField(queryset=Agent.objects.all())
    task = serializers.SlugRelatedField(slug_field="key", queryset=Task.objects.all())
    seed = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, max_value=2**31 - 1
    )


class StopSerializer(serializers.Serializer):
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=500)


class RunAgentSerializer(serializers.ModelSerializer):
    class Meta:
        model = Agent
        fields = ["id", "name", "policy"]


class RunTaskSerializer(serializers.ModelSerializer):
    class Meta:
        model = Task
        fields = ["id", "key", "goal", "category", "suite", "step_limit", "time_limit_s"]


class RunDeviceSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField()
    kind = serializers.CharField()


class RunSerializer(serializers.ModelSerializer):
    """``claimed``: what the agent says of itself; ``succeeded``: the verifier's word, null without one."""

    agent = RunAgentSerializer()
    task = RunTaskSerializer()
    device = RunDeviceSerializer(allow_null=True)
    held_by = PersonSerializer(allow_null=True)
    n_steps = serializers.IntegerField()
    succeeded = serializers.SerializerMethodField()
    loops = serializers.SerializerMethodField()
    step_limit = serializers.SerializerMethodField()

    class Meta:
        model = Run
        fields = [
            "id", "campaign", "agent", "task", "attempt", "trial", "seed", "state", "ending", "reason",
            "claimed", "answer", "succeeded", "loops", "step_limit", "device", "episode", "held_by",
            "pending", "n_steps", "created_at", "started_at", "ended_at",
        ]  # fmt: skip

    @extend_schema_field(serializers.BooleanField(allow_null=True))
    def get_succeeded(self, run):
        verdict = run.episode.verdict if run.episode_id else None
        return verdict and bool(verdict.get("success"))

    def get_step_limit(self, run) -> int:
        return run.agent.step_limit or run.task.step_limit

    @extend_schema_field(serializers.IntegerField())
    def get_loops(self, run):
        return sum(flag.get("kind") == "loop" for flag in run.flags)


class RunDetailSerializer(RunSerializer):
    stream_url = serializers.SerializerMethodField()

    class Meta(RunSerializer.Meta):
        fields = [*RunSerializer.Meta.fields, "stream_url", "flags"]

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_stream_url(self, run):
        if run.device is None or "request" not in self.context:
            return None
        address = f"{run.device.host.stream_url.rstrip('/')}/ws/runs/{run.pk}/stream"
        return seen_by(self.context["request"], address)


class TurnScreenSerializer(serializers.Serializer):
    """What an action was aimed at: the screen's size in device px, and the element there."""

    width = serializers.IntegerField()
    height = serializers.IntegerField()
    element = ElementSerializer(allow_null=True)


class TurnSerializer(serializers.ModelSerializer):
    """One question and its raw answer. ``step``: what came of it, null when it could not be read."""

    screen = TurnScreenSerializer(source="step", allow_null=True)

    class Meta:
        model = Turn
        fields = [
            "seq", "step", "screen", "thought", "action", "error", "raw", "prompt", "latency_ms", "tokens_in",
            "tokens_out", "details", "at",
        ]  # fmt: skip
