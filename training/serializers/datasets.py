"""Datasets, what they are asked for, and what is in them."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation.serializers.demonstrations import PersonSerializer
from training import services
from training.models import Dataset, Purpose
from training.serializers.checkpoints import CheckpointFileSerializer, NamedRowSerializer
from training.services.dataset_cards import card_of


class RefusedSerializer(serializers.Serializer):
    what = serializers.CharField()
    why = serializers.CharField()
    n = serializers.IntegerField()


class DatasetSerializer(serializers.ModelSerializer):
    """``counts``: by what is counted, then by value. ``progress``: {done, of, what} while it is built."""

    owner = PersonSerializer()

    class Meta:
        model = Dataset
        fields = [
            "id", "name", "version", "description", "state", "purpose", "owner", "created_at", "frozen_at",
            "archived", "n_episodes", "n_steps", "size", "sha256", "counts", "progress", "error",
        ]  # fmt: skip


class DatasetJobSerializer(NamedRowSerializer):
    kind = serializers.CharField()
    state = serializers.CharField()


class FormatSerializer(serializers.Serializer):
    name = serializers.CharField()
    label = serializers.CharField()
    help = serializers.CharField()


class DatasetDetailSerializer(DatasetSerializer):
    """``guard``: why it cannot be deleted. ``closed``: why it may not be learnt from any more."""

    card = serializers.SerializerMethodField()
    files = serializers.SerializerMethodField()
    jobs = DatasetJobSerializer(many=True)
    previous = NamedRowSerializer(allow_null=True)
    refused = RefusedSerializer(many=True)
    formats = serializers.SerializerMethodField()
    guard = serializers.SerializerMethodField()
    closed = serializers.SerializerMethodField()

    class Meta(DatasetSerializer.Meta):
        fields = [
            *DatasetSerializer.Meta.fields, "query", "demonstrations", "previous", "card", "files", "jobs",
            "refused", "formats", "guard", "closed",
        ]  # fmt: skip

    def get_card(self, row) -> str:
        return card_of(row)

    @extend_schema_field(CheckpointFileSerializer(many=True))
    def get_files(self, row):
        return services.files_of(row)

    @extend_schema_field(FormatSerializer(many=True))
    def get_formats(self, row):
        return services.formats() if row.state == "frozen" else []

    def get_guard(self, row) -> str:
        return services.why_kept(row)

    def get_closed(self, row) -> str:
        return services.now_held_out(row)


class QuerySerializer(serializers.Serializer):
    purpose = serializers.ChoiceField(Purpose.choices, default=Purpose.SFT)
    query = serializers.JSONField(default=dict)
    demonstrations = serializers.JSONField(default=dict)


class DatasetRequestSerializer(QuerySerializer):
    name = serializers.CharField(max_length=80)
    description = serializers.CharField(required=False, allow_blank=True, default="", max_length=5000)


class VersionSerializer(serializers.Serializer):
    """What is not given stays as it was."""

    query = serializers.JSONField(required=False)
    demonstrations = serializers.JSONField(required=False)
    description = serializers.CharField(required=False, allow_blank=True, max_length=5000)


class ArchiveSerializer(serializers.Serializer):
    archived = serializers.BooleanField(default=True)


class ExampleSerializer(serializers.Serializer):
    id = serializers.CharField()
    goal = serializers.CharField()


class DatasetPreviewSerializer(serializers.Serializer):
    n_episodes = serializers.IntegerField()
    n_steps = serializers.IntegerField(help_text="Of demonstrations still to be made, about")
    size = serializers.IntegerField(help_text="bytes, about")
    counts = serializers.DictField(child=serializers.DictField(child=serializers.IntegerField()))
    refused = RefusedSerializer(many=True)
    examples = ExampleSerializer(many=True)


class ChoiceSerializer(serializers.Serializer):
    value = serializers.CharField()
    label = serializers.CharField()


class FilterSerializer(serializers.Serializer):
    name = serializers.CharField()
    label = serializers.CharField()
    help = serializers.CharField()
    type = serializers.ChoiceField(["choices", "date"])
    choices = serializers.SerializerMethodField()

    @extend_schema_field(ChoiceSerializer(many=True))
    def get_choices(self, field):
        return [{"value": value, "label": label} for value, label in field.choices]


class FiltersSerializer(serializers.Serializer):
    """``fields`` is a name that serializers use themselves, so it is given here."""

    def get_fields(self):
        return {"fields": FilterSerializer(many=True)}


class DatasetRowSerializer(serializers.Serializer):
    index = serializers.IntegerField()
    goal = serializers.CharField()
    task = serializers.CharField()
    source = serializers.CharField()
    reward = serializers.FloatField(allow_null=True)
    n_steps = serializers.IntegerField()
    category = serializers.CharField()
    episode = serializers.CharField(allow_null=True)


class DatasetActionSerializer(serializers.Serializer):
    name = serializers.CharField()
    arguments = serializers.DictField()


class SeenElementSerializer(serializers.Serializer):
    text = serializers.CharField()
    desc = serializers.CharField()
    role = serializers.CharField()
    bounds = serializers.ListField(child=serializers.IntegerField())


class DatasetStepSerializer(serializers.Serializer):
    told = serializers.CharField()
    answer = serializers.CharField()
    actions = DatasetActionSerializer(many=True)
    parsed = serializers.BooleanField()
    picture = serializers.CharField(allow_null=True)
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    elements = SeenElementSerializer(many=True, allow_null=True)


class DatasetEpisodeSerializer(serializers.Serializer):
    """An episode of a dataset, in the shape of a job's samples."""

    goal = serializers.CharField()
    task = serializers.CharField()
    environment = serializers.CharField()
    category = serializers.CharField()
    reward = serializers.FloatField(allow_null=True)
    progress = serializers.FloatField(allow_null=True)
    why = serializers.CharField()
    ending = serializers.CharField()
    seconds = serializers.FloatField()
    episode = serializers.CharField(allow_null=True)
    steps = DatasetStepSerializer(many=True)
