"""Checkpoints."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from training import services
from training.models import Checkpoint
from training.models.checkpoints import CheckpointKind
from training.trust import distrust


class NamedRowSerializer(serializers.Serializer):
    """A row that is pointed at."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class CheckpointJobSerializer(NamedRowSerializer):
    kind = serializers.CharField()


class PromotedSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()


class CheckpointSerializer(serializers.ModelSerializer):
    """``distrust``: of a judge, why it may not reward; empty when it may, and of all others."""

    form = serializers.SerializerMethodField()
    backbone = serializers.SerializerMethodField()
    parameters = serializers.SerializerMethodField()
    agent = PromotedSerializer(allow_null=True)
    job = CheckpointJobSerializer(allow_null=True)
    parent = NamedRowSerializer(allow_null=True)
    dataset = serializers.SerializerMethodField()
    distrust = serializers.SerializerMethodField()

    class Meta:
        model = Checkpoint
        fields = [
            "id", "name", "kind", "form", "backbone", "step", "final", "size", "sha256", "parameters",
            "metrics", "agent", "job", "parent", "dataset", "distrust", "created_at",
            "deleted_at",
        ]  # fmt: skip

    def get_form(self, row) -> str:
        return str(row.about.get("form", ""))

    def get_backbone(self, row) -> str:
        return str(row.about.get("backbone", ""))

    def get_parameters(self, row) -> int:
        return services.parameters_of(row)

    @extend_schema_field(NamedRowSerializer(allow_null=True))
    def get_dataset(self, row):
        dataset = row.job.dataset if row.job else None
        return dataset and {"id": str(dataset.pk), "name": dataset.name}

    def get_distrust(self, row) -> str:
        return distrust(row.about) if row.kind == CheckpointKind.JUDGE_SFT else ""


class CheckpointFileSerializer(serializers.Serializer):
    name = serializers.CharField()
    size = serializers.IntegerField()
    sha256 = serializers.CharField()


class NodeSerializer(serializers.Serializer):
    id = serializers.CharField()
    kind = serializers.ChoiceField(["dataset", "job", "checkpoint"])
    name = serializers.CharField()
    note = serializers.CharField()
    this = serializers.BooleanField()


class LineageSerializer(serializers.Serializer):
    """From the data to the checkpoint, and what grew from it."""

    nodes = NodeSerializer(many=True)
    edges = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class CheckpointDetailSerializer(CheckpointSerializer):
    """``guard``: why it cannot be deleted; empty when it can."""

    files = CheckpointFileSerializer(many=True)
    lineage = serializers.SerializerMethodField()
    guard = serializers.SerializerMethodField()

    class Meta(CheckpointSerializer.Meta):
        fields = [*CheckpointSerializer.Meta.fields, "about", "card", "files", "lineage", "guard"]

    @extend_schema_field(LineageSerializer)
    def get_lineage(self, row):
        return services.lineage(row)

    def get_guard(self, row) -> str:
        return services.guard(row)


class PromoteSerializer(serializers.Serializer):
    name = serializers.CharField(required=False, allow_blank=True, default="", max_length=100)
    description = serializers.CharField(required=False, allow_blank=True, default="", max_length=2000)
