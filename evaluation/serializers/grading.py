"""What an evaluator sees of a run: everything that happened on the phone, nothing of who did it.

No agent, no thoughts, no times (how fast one thinks gives it away), no judge, no verifier, no other grade.
"""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation.models import (
    Answer,
    Ending,
    FailureCategory,
    GoldItem,
    Grade,
    GradeKind,
    GradeState,
    SideEffects,
)
from evaluation.serializers.campaigns import CriterionSerializer
from evaluation.serializers.demonstrations import ActionSerializer, ElementSerializer


class CriterionAnswerSerializer(serializers.Serializer):
    answer = serializers.ChoiceField(Answer.choices)
    step = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, help_text="The step that shows it"
    )


class GradeFieldsSerializer(serializers.Serializer):
    """What is typed; each part may be missing until the grade is submitted."""

    version = serializers.IntegerField(min_value=0, help_text="The version that was read")
    answers = serializers.DictField(child=CriterionAnswerSerializer(), required=False)
    side_effects = serializers.ChoiceField(SideEffects.choices, required=False, allow_blank=True)
    looped = serializers.BooleanField(required=False)
    first_wrong_step = serializers.IntegerField(required=False, allow_null=True, min_value=0)
    failure = serializers.ChoiceField(FailureCategory.choices, required=False, allow_blank=True)
    confidence = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=3)
    note = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    seconds = serializers.IntegerField(required=False, min_value=0, max_value=86_400)


class BlindStepSerializer(serializers.Serializer):
    index = serializers.IntegerField(source="seq")
    action = ActionSerializer()
    screenshot = serializers.SerializerMethodField()
    thumbnail = serializers.SerializerMethodField()
    element = ElementSerializer(allow_null=True)
    width = serializers.IntegerField()
    height = serializers.IntegerField()

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_screenshot(self, step):
        return step.screenshot_id and f"/api/blobs/{step.screenshot_id}"

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_thumbnail(self, step):
        return step.thumbnail_id and f"/api/blobs/{step.thumbnail_id}"


class BlindTaskSerializer(serializers.Serializer):
    goal = serializers.CharField()
    goal_zh = serializers.CharField()
    apps = serializers.ListField(child=serializers.CharField())
    category = serializers.CharField()


class OtherGradeSerializer(serializers.Serializer):
    """Another person's grade, for who decides between them: without a name."""

    answers = serializers.DictField(child=CriterionAnswerSerializer())
    success = serializers.BooleanField(allow_null=True)
    side_effects = serializers.CharField()
    failure = serializers.CharField()
    first_wrong_step = serializers.IntegerField(allow_null=True)
    confidence = serializers.IntegerField(allow_null=True)
    note = serializers.CharField()


class SolutionSerializer(serializers.Serializer):
    answers = serializers.DictField(child=serializers.CharField())
    success = serializers.BooleanField()
    explanation = serializers.CharField()


#: A hidden gold item looks like any other.
SHOWN_KINDS = [kind for kind in GradeKind.choices if kind[0] != GradeKind.GOLD]


class GradeSheetSerializer(serializers.ModelSerializer):
    """A run to grade, with what has been answered so far."""

    kind = serializers.SerializerMethodField()
    state = serializers.ChoiceField(GradeState.choices)
    campaign = serializers.SerializerMethodField()
    task = BlindTaskSerializer(source="run.task")
    criteria = CriterionSerializer(source="rubric.criteria", many=True)
    ending = serializers.ChoiceField(Ending.choices, source="run.ending")
    agent_answer = serializers.CharField(source="run.answer", help_text="What it answered, if it did")
    steps = serializers.SerializerMethodField()
    film = serializers.SerializerMethodField()
    answers = serializers.DictField(child=CriterionAnswerSerializer())
    side_effects = serializers.CharField()
    failure = serializers.CharField()
    heartbeat_s = serializers.SerializerMethodField()
    undo_until = serializers.SerializerMethodField()
    others = serializers.SerializerMethodField()
    solution = serializers.SerializerMethodField()

    class Meta:
        model = Grade
        fields = [
            "id", "kind", "state", "version", "campaign", "task", "criteria", "ending", "agent_answer",
            "steps", "film", "answers", "success", "side_effects", "looped", "first_wrong_step", "failure",
            "confidence", "note", "seconds", "expires_at", "heartbeat_s", "undo_until", "others", "solution",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField(SHOWN_KINDS))
    def get_kind(self, grade):
        return GradeKind.GRADE if grade.kind == GradeKind.GOLD else grade.kind

    def get_campaign(self, grade) -> str:
        return grade.campaign.name

    @extend_schema_field(BlindStepSerializer(many=True))
    def get_steps(self, grade):
        return BlindStepSerializer(grade.run.episode.steps.all(), many=True).data

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_film(self, grade):
        return f"/api/grades/{grade.pk}/film" if grade.run.episode.video_id else None

    def get_heartbeat_s(self, grade) -> int:
        return int(Grade.LIFETIME.total_seconds() / 10)

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_undo_until(self, grade):
        if grade.submitted_at is None or grade.kind == GradeKind.TRAINING:
            return None
        return grade.submitted_at + Grade.UNDO_WINDOW

    @extend_schema_field(OtherGradeSerializer(many=True))
    def get_others(self, grade):
        """Only for who decides between them."""
        if grade.kind != GradeKind.ADJUDICATION:
            return []
        others = Grade.objects.submitted().filter(
            run=grade.run, campaign=grade.campaign, kind=GradeKind.GRADE
        )
        return OtherGradeSerializer(others.order_by("pk"), many=True).data  # by chance, not by time

    @extend_schema_field(SolutionSerializer(allow_null=True))
    def get_solution(self, grade):
        """Of a training item, once it is graded."""
        if grade.kind != GradeKind.TRAINING or grade.state != GradeState.SUBMITTED:
            return None
        return SolutionSerializer(GoldItem.objects.get(campaign=grade.campaign, run=grade.run)).data


class GradeLineSerializer(serializers.ModelSerializer):
    """One's own grade in a list."""

    goal = serializers.CharField(source="run.task.goal")
    campaign = serializers.CharField(source="campaign.name")
    state = serializers.ChoiceField(GradeState.choices)
    undo_until = serializers.SerializerMethodField()

    class Meta:
        model = Grade
        fields = [
            "id",
            "goal",
            "campaign",
            "state",
            "success",
            "seconds",
            "claimed_at",
            "submitted_at",
            "undo_until",
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_undo_until(self, grade):
        return GradeSheetSerializer.get_undo_until(self, grade)


class GradingQueueSerializer(serializers.Serializer):
    left = serializers.IntegerField(help_text="For me")
    training = serializers.IntegerField(help_text="Training items that come first")
    held_by_others = serializers.IntegerField()
    oldest_frees_in_s = serializers.IntegerField(allow_null=True)
    done = serializers.IntegerField()
    done_today = serializers.IntegerField()
    median_s = serializers.IntegerField(allow_null=True, help_text="My own pace; nobody else sees it")
    open = serializers.UUIDField(allow_null=True, help_text="The grade I am at")


class ClaimGradeSerializer(serializers.Serializer):
    campaign = serializers.UUIDField(required=False, allow_null=True, default=None)
