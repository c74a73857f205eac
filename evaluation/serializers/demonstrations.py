from django.utils.text import Truncator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation import export, policies, traces
from evaluation.models import (
    Category,
    DeviceKind,
    Episode,
    EpisodeState,
    Outcome,
    Quality,
    Review,
    Task,
    Verdict,
)
from evaluation.models.tasks import TaskClaim
from evaluation.services.editing import can_undo, next_revision
from phonebuddy.api.addresses import seen_by


class PersonSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    username = serializers.CharField()
    name = serializers.CharField(source="display_name")


# --- tasks and claims ----------------------------------------------------------------------------


class TaskSerializer(serializers.ModelSerializer):
    """A task; counts and ``mine`` are there when its queryset has them (``with_counts``, ``with_mine``)."""

    category = serializers.ChoiceField(Category.choices)
    device_kind = serializers.ChoiceField(DeviceKind.choices)
    done = serializers.SerializerMethodField()
    held = serializers.SerializerMethodField()
    infeasible_reports = serializers.SerializerMethodField()
    available = serializers.SerializerMethodField()
    why_not = serializers.CharField(read_only=True, help_text="Why it is not available, in words; or empty")

    class Meta:
        model = Task
        fields = [
            "id", "key", "goal", "goal_zh", "hints", "category", "apps", "suite", "difficulty", "step_limit",
            "time_limit_s", "device_kind", "wanted", "done", "held", "infeasible_reports", "available",
            "why_not",
        ]  # fmt: skip
        read_only_fields = fields

    def get_done(self, task) -> int:
        return getattr(task, "done", 0)

    def get_held(self, task) -> int:
        return getattr(task, "held", 0)

    def get_infeasible_reports(self, task) -> int:
        return getattr(task, "infeasible_reports", 0)

    def get_available(self, task) -> bool:
        """A place is left, for the person who asks for tasks."""
        return not task.why_not


class ClaimSerializer(serializers.ModelSerializer):
    task = TaskSerializer(read_only=True)
    episode = serializers.SerializerMethodField()
    heartbeat_s = serializers.SerializerMethodField()

    class Meta:
        model = TaskClaim
        fields = ["id", "task", "episode", "status", "expires_at", "heartbeat_s"]
        read_only_fields = fields

    @extend_schema_field(serializers.UUIDField(allow_null=True))
    def get_episode(self, claim):
        """The episode that is open under this claim."""
        open_one = claim.episodes.filter(state__in=["preparing", "recording", "draft"]).first()
        return open_one and str(open_one.pk)

    def get_heartbeat_s(self, claim) -> int:
        return int(TaskClaim.HEARTBEAT.total_seconds())


class ReasonSerializer(serializers.Serializer):
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=2000)


class PhoneBrokenSerializer(serializers.Serializer):
    device = serializers.UUIDField()
    reason = serializers.CharField(max_length=2000)


class ClaimRequestSerializer(serializers.Serializer):
    task = serializers.IntegerField(required=False, allow_null=True, default=None)


# --- episodes ------------------------------------------------------------------------------------


class ElementSerializer(serializers.Serializer):
    id = serializers.CharField()
    role = serializers.CharField()
    text = serializers.CharField()
    desc = serializers.CharField()
    bounds = serializers.ListField(child=serializers.IntegerField(), min_length=4, max_length=4)


class ActionSerializer(serializers.Serializer):
    """The canonical form; points are device pixels of the step's width × height."""

    name = serializers.CharField()
    arguments = serializers.DictField()


class ForegroundSerializer(serializers.Serializer):
    package = serializers.CharField()
    activity = serializers.CharField()


class StepSerializer(serializers.Serializer):
    """One row of a trace (``traces.Row``)."""

    id = serializers.UUIDField(source="step.pk")
    index = serializers.IntegerField()
    seq = serializers.IntegerField(source="step.seq")
    action = serializers.SerializerMethodField()
    at = serializers.DateTimeField(source="step.at")
    duration_ms = serializers.IntegerField(source="step.duration_ms")
    screenshot = serializers.SerializerMethodField()
    thumbnail = serializers.SerializerMethodField()
    tree = serializers.SerializerMethodField()
    element = serializers.SerializerMethodField()
    foreground = serializers.SerializerMethodField()
    width = serializers.IntegerField(source="step.width")
    height = serializers.IntegerField(source="step.height")
    thought = serializers.CharField(source="item.thought")
    instruction = serializers.CharField(source="item.instruction")
    secret = serializers.BooleanField(source="step.secret")
    edited = serializers.BooleanField()
    tree_stale = serializers.BooleanField(source="step.tree_stale")
    flag = serializers.CharField(source="step.flag")

    @extend_schema_field(ActionSerializer)
    def get_action(self, row):
        return row.action.to_json()

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_screenshot(self, row):
        return _url(row.step.screenshot_id)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_thumbnail(self, row):
        return _url(row.step.thumbnail_id)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_tree(self, row):
        return _url(row.step.tree_id)

    @extend_schema_field(ElementSerializer(allow_null=True))
    def get_element(self, row):
        return row.element

    @extend_schema_field(ForegroundSerializer(allow_null=True))
    def get_foreground(self, row):
        return row.step.foreground


def _url(sha256: str | None) -> str | None:
    return f"/api/blobs/{sha256}" if sha256 else None


class ReviewSerializer(serializers.ModelSerializer):
    reviewer = PersonSerializer(read_only=True)
    quality = serializers.SerializerMethodField()

    class Meta:
        model = Review
        fields = ["verdict", "quality", "reason", "reviewer", "created_at"]
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField(Quality.choices, allow_null=True))
    def get_quality(self, review):
        return review.quality or None


class EpisodeDeviceSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField()
    kind = serializers.CharField()


class HeadSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    author = PersonSerializer()
    created_at = serializers.DateTimeField()
    can_undo = serializers.BooleanField()
    can_redo = serializers.BooleanField()


class RuleSerializer(serializers.Serializer):
    rule = serializers.CharField()
    ok = serializers.BooleanField()
    detail = serializers.CharField()


class VerdictSerializer(serializers.Serializer):
    success = serializers.BooleanField()
    progress = serializers.FloatField()
    rules = RuleSerializer(many=True)
    side_effects = serializers.ListField()


class EpisodePermissionsSerializer(serializers.Serializer):
    edit = serializers.BooleanField()
    submit = serializers.BooleanField()
    review = serializers.BooleanField()
    discard = serializers.BooleanField()
    resume = serializers.BooleanField()


class PreparingSerializer(serializers.Serializer):
    step = serializers.IntegerField()
    of = serializers.IntegerField()
    message = serializers.CharField()


class EpisodeSerializer(serializers.ModelSerializer):
    """An episode in a list; there its goal is shortened and ``content_hash`` is empty."""

    goal = serializers.SerializerMethodField()
    task = TaskSerializer(read_only=True)
    author = PersonSerializer(read_only=True)
    device = serializers.SerializerMethodField()
    outcome = serializers.SerializerMethodField()
    n_steps = serializers.SerializerMethodField()
    revision = serializers.SerializerMethodField()
    video = serializers.SerializerMethodField()
    preparing = serializers.SerializerMethodField()
    verifier = serializers.SerializerMethodField()
    quality = serializers.SerializerMethodField()
    reviews = ReviewSerializer(many=True, read_only=True)
    permissions = serializers.SerializerMethodField()
    content_hash = serializers.SerializerMethodField()
    stream_url = serializers.SerializerMethodField()
    saving = serializers.BooleanField(read_only=True)
    duration_s = serializers.FloatField(read_only=True, allow_null=True)
    paused_s = serializers.FloatField(read_only=True)

    class Meta:
        model = Episode
        fields = [
            "id", "state", "kind", "task", "claim", "goal", "author", "origin", "device", "created_at",
            "started_at", "finished_at", "submitted_at", "duration_s", "paused_s", "outcome", "answer",
            "n_steps", "revision", "video", "video_started_at", "saving", "preparing", "phone_restarted_at",
            "reason", "verifier", "quality", "reviews", "width", "height", "permissions", "content_hash",
            "stream_url",
        ]  # fmt: skip
        read_only_fields = fields

    @property
    def user(self):
        return self.context["request"].user

    @extend_schema_field(EpisodeDeviceSerializer(allow_null=True))
    def get_device(self, episode):
        return EpisodeDeviceSerializer(episode.device).data if episode.device else None

    @extend_schema_field(serializers.ChoiceField(Outcome.choices, allow_null=True))
    def get_outcome(self, episode):
        return episode.outcome or None

    def get_goal(self, episode) -> str:
        return Truncator(episode.goal).chars(300)

    def get_n_steps(self, episode) -> int:
        return episode.n_steps if hasattr(episode, "n_steps") else len(traces.items_of(episode))

    @extend_schema_field(HeadSerializer)
    def get_revision(self, episode):
        redoable = episode.redoable if hasattr(episode, "redoable") else next_revision(episode) is not None
        return {
            "number": episode.head.number,
            "author": PersonSerializer(episode.head.author).data,
            "created_at": serializers.DateTimeField().to_representation(episode.head.created_at),
            "can_undo": can_undo(episode),
            "can_redo": redoable,
        }

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_video(self, episode):
        return _url(episode.video_id)

    @extend_schema_field(PreparingSerializer(allow_null=True))
    def get_preparing(self, episode):
        return episode.preparing if episode.state == EpisodeState.PREPARING else None

    @extend_schema_field(VerdictSerializer(allow_null=True))
    def get_verifier(self, episode):
        return episode.verdict if policies.can_see_verdict(self.user, episode) else None

    @extend_schema_field(serializers.ChoiceField(Quality.choices, allow_null=True))
    def get_quality(self, episode):
        return episode.quality or None

    @extend_schema_field(EpisodePermissionsSerializer)
    def get_permissions(self, episode):
        return {
            "edit": policies.can_edit(self.user, episode),
            "submit": policies.can_submit(self.user, episode),
            "review": policies.can_review(self.user, episode),
            "discard": policies.can_discard(self.user, episode),
            "resume": policies.can_resume(self.user, episode),
        }

    def get_content_hash(self, episode) -> str:
        return ""

    def get_stream_url(self, episode) -> str:
        if episode.device is None:
            return ""
        address = f"{episode.device.host.stream_url.rstrip('/')}/ws/episodes/{episode.pk}/stream"
        return seen_by(self.context["request"], address)


class EpisodeDetailSerializer(EpisodeSerializer):
    """One episode with its steps, at the head or at the revision that the view puts in its context."""

    goal = serializers.CharField(read_only=True)
    steps = serializers.SerializerMethodField()

    class Meta(EpisodeSerializer.Meta):
        fields = [*EpisodeSerializer.Meta.fields, "steps"]
        read_only_fields = fields

    @extend_schema_field(StepSerializer(many=True))
    def get_steps(self, episode):
        return StepSerializer(traces.trace(episode, self.context.get("revision")), many=True).data

    def get_content_hash(self, episode) -> str:
        return export.hash_of(episode) if episode.started_at else ""


class AtRevisionSerializer(serializers.Serializer):
    revision = serializers.IntegerField(
        required=False, min_value=0, max_value=(1 << 31) - 1, help_text="As it was then; 0 is as recorded."
    )


class RevisionSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    op = serializers.CharField()
    target = serializers.CharField()
    reason = serializers.CharField()
    author = PersonSerializer()
    created_at = serializers.DateTimeField()
    n_steps = serializers.IntegerField()
    is_head = serializers.BooleanField()


class QueueSerializer(serializers.Serializer):
    next = serializers.IntegerField()
    mine = ClaimSerializer(allow_null=True)
    held_by_others = serializers.IntegerField()
    oldest_frees_in_s = serializers.IntegerField(allow_null=True)
    sent_back = EpisodeSerializer(many=True)
    baseline = serializers.IntegerField(help_text="Runs that wait for a person, to compare agents with")


class StartSerializer(serializers.Serializer):
    """Either ``claim``, or ``free: true``, or ``baseline: true``: the next run that waits for a person."""

    device = serializers.UUIDField()
    claim = serializers.UUIDField(required=False, allow_null=True, default=None)
    free = serializers.BooleanField(default=False)
    baseline = serializers.BooleanField(default=False)

    def validate(self, data):
        if (data["claim"] is not None) + data["free"] + data["baseline"] != 1:
            raise serializers.ValidationError("Give a claim, or free: true, or baseline: true.")
        return data


class EditSerializer(serializers.Serializer):
    op = serializers.ChoiceField(["set_text", "delete", "merge", "retarget"])
    base_revision = serializers.IntegerField()
    step = serializers.UUIDField()
    reason = serializers.CharField(required=False, allow_blank=True, max_length=2000)
    field = serializers.ChoiceField(["thought", "instruction"], required=False)
    text = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False, max_length=10_000)
    x = serializers.IntegerField(required=False)
    y = serializers.IntegerField(required=False)
    point = serializers.IntegerField(required=False, min_value=0)


class BaseRevisionSerializer(serializers.Serializer):
    base_revision = serializers.IntegerField(required=False, allow_null=True, default=None)


class FinishSerializer(serializers.Serializer):
    outcome = serializers.ChoiceField(Outcome.choices)
    answer = serializers.CharField(required=False, allow_blank=True, default="", max_length=10_000)


class SubmitSerializer(serializers.Serializer):
    description = serializers.CharField(required=False, allow_blank=True, default="", max_length=10_000)


class ReviewRequestSerializer(serializers.Serializer):
    verdict = serializers.ChoiceField(Verdict.choices)
    quality = serializers.ChoiceField(
        Quality.choices, required=False, allow_blank=True, allow_null=True, default=""
    )
    reason = serializers.CharField(max_length=10_000, allow_blank=True)


class ImportSerializer(serializers.Serializer):
    file = serializers.FileField()


class ReviewQueueSerializer(serializers.Serializer):
    waiting = serializers.IntegerField()
    own = serializers.IntegerField()
    next = serializers.ListField(child=serializers.UUIDField())


class MyStatsSerializer(serializers.Serializer):
    drafts = serializers.IntegerField()
    submitted = serializers.IntegerField()
    sent_back = serializers.IntegerField()
    accepted = serializers.IntegerField()
    rejected = serializers.IntegerField()
    done_today = serializers.IntegerField()
    reviewed = serializers.IntegerField()
    reviewed_today = serializers.IntegerField()
