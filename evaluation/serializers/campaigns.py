"""Suites and campaigns, for those who plan and read them."""

from django.contrib.auth import get_user_model
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation.models import (
    Agent,
    Campaign,
    CampaignState,
    Criterion,
    DeviceKind,
    GoldPhase,
    Run,
    Suite,
)
from evaluation.progress import progress_of
from evaluation.serializers.demonstrations import PersonSerializer


class SuiteSerializer(serializers.ModelSerializer):
    n_tasks = serializers.IntegerField(read_only=True)
    n_rubrics = serializers.IntegerField(read_only=True, help_text="Tasks that have one")

    class Meta:
        model = Suite
        fields = ["name", "title", "description", "held_out", "hash", "frozen_at", "n_tasks", "n_rubrics"]
        read_only_fields = fields


class SuiteFileSerializer(serializers.Serializer):
    file = serializers.FileField(help_text="CSV or YAML, one task a row; see evaluation/suite_files.py")
    name = serializers.SlugField(max_length=60, required=False, default="")
    freeze = serializers.BooleanField(required=False, default=False)


class CriterionSerializer(serializers.ModelSerializer):
    class Meta:
        model = Criterion
        fields = ["id", "position", "text", "text_zh", "must", "negative"]
        read_only_fields = ["id", "position"]


class RubricSerializer(serializers.Serializer):
    version = serializers.IntegerField(read_only=True)
    created_at = serializers.DateTimeField(read_only=True)
    criteria = CriterionSerializer(many=True)


class AgentNameSerializer(serializers.ModelSerializer):
    class Meta:
        model = Agent
        fields = ["id", "name", "policy", "archived"]
        read_only_fields = fields


class ProgressSerializer(serializers.Serializer):
    """How far a campaign is, counted from its rows."""

    runs = serializers.IntegerField(help_text="Attempts planned")
    queued = serializers.IntegerField()
    running = serializers.IntegerField()
    gradable = serializers.IntegerField(help_text="Ended, and to be graded")
    excluded = serializers.IntegerField(help_text="Attempts lost to infrastructure, all trials used")
    grades_wanted = serializers.IntegerField()
    grades_given = serializers.IntegerField()
    grades_open = serializers.IntegerField()
    settled = serializers.IntegerField()
    disputed = serializers.IntegerField(help_text="Waiting for a third person")


class CampaignListSerializer(serializers.ListSerializer):
    """Counts the progress of all campaigns at once."""

    def to_representation(self, data):
        campaigns = list(data)
        self.child.counted = progress_of(campaigns)
        return super().to_representation(campaigns)


class CampaignSerializer(serializers.ModelSerializer):
    counted: dict = {}
    state = serializers.ChoiceField(CampaignState.choices, read_only=True)
    device_kind = serializers.ChoiceField(DeviceKind.choices, read_only=True)
    suite = SuiteSerializer(read_only=True)
    agents = serializers.SerializerMethodField()
    evaluators = PersonSerializer(many=True, read_only=True)
    created_by = PersonSerializer(read_only=True)
    progress = serializers.SerializerMethodField()

    class Meta:
        model = Campaign
        fields = [
            "id", "name", "description", "state", "suite", "agents", "evaluators", "attempts", "overlap",
            "retries", "device_kind", "seed", "plan", "plan_hash", "created_by", "created_at", "launched_at",
            "closed_at", "progress",
        ]  # fmt: skip
        read_only_fields = fields
        list_serializer_class = CampaignListSerializer

    @extend_schema_field(AgentNameSerializer(many=True))
    def get_agents(self, campaign):
        return AgentNameSerializer([arm.agent for arm in campaign.arms.all()], many=True).data

    @extend_schema_field(ProgressSerializer)
    def get_progress(self, campaign):
        return (self.counted or progress_of([campaign]))[campaign.pk]


class PlanSerializer(serializers.Serializer):
    """What a campaign is planned with; with PATCH only what changes."""

    name = serializers.CharField(max_length=120)
    description = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    suite = serializers.PrimaryKeyRelatedField(queryset=Suite.objects.all())
    agents = serializers.PrimaryKeyRelatedField(queryset=Agent.objects.filter(archived=False), many=True)
    evaluators = serializers.PrimaryKeyRelatedField(queryset=get_user_model().objects.all(), many=True)
    attempts = serializers.IntegerField(required=False, min_value=1, max_value=20)
    overlap = serializers.IntegerField(required=False, min_value=0, max_value=9)
    retries = serializers.IntegerField(required=False, min_value=0, max_value=9)
    device_kind = serializers.ChoiceField(DeviceKind.choices, required=False)
    seed = serializers.IntegerField(required=False, min_value=0, max_value=2**31 - 1)


class GoldSerializer(serializers.Serializer):
    run = serializers.PrimaryKeyRelatedField(queryset=Run.objects.all())
    answers = serializers.DictField(child=serializers.ChoiceField([("y", "Yes"), ("n", "No")]))
    phase = serializers.ChoiceField(GoldPhase.choices, default=GoldPhase.HIDDEN)
    explanation = serializers.CharField(required=False, allow_blank=True, default="", max_length=10_000)


class RunChoiceSerializer(serializers.Serializer):
    run = serializers.PrimaryKeyRelatedField(queryset=Run.objects.all())


class RulingSerializer(RunChoiceSerializer):
    reason = serializers.CharField(max_length=2000)


class DisputeSerializer(serializers.Serializer):
    """A run that a third person has to decide about."""

    run = serializers.UUIDField(source="pk")
    task = serializers.CharField(source="task.key")
    goal = serializers.CharField(source="task.goal")


class ReportSerializer(serializers.Serializer):
    """`figures` as in `evaluation.report.figures`; `plots` are SVG texts by name."""

    figures = serializers.DictField()
    plots = serializers.DictField(child=serializers.CharField())


class JudgesSerializer(serializers.Serializer):
    judges = serializers.ListField(child=serializers.CharField())


class JudgeSerializer(serializers.Serializer):
    judge = serializers.CharField(max_length=40)


class JudgeQueuedSerializer(serializers.Serializer):
    queued = serializers.IntegerField()
