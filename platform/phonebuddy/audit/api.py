import django_filters
from rest_framework import generics, serializers

from phonebuddy.accounts import policies
from phonebuddy.api.permissions import Allowed, TokenScope
from phonebuddy.audit.models import AuditEntry


class AuditEntrySerializer(serializers.ModelSerializer):
    actor = serializers.CharField(source="actor_name")
    details = serializers.DictField()

    class Meta:
        model = AuditEntry
        fields = ["id", "at", "actor", "verb", "target_type", "target_id", "target_name", "details"]


class AuditFilter(django_filters.FilterSet):
    """`target` is a type (`device`) or a type and an id (`device:…`); `verb=lease` finds `lease.taken`."""

    actor = django_filters.CharFilter("actor_name", "iexact")
    verb = django_filters.CharFilter("verb", "startswith")
    target = django_filters.CharFilter(method="of_target")
    since = django_filters.IsoDateTimeFilter("at", "gte")
    until = django_filters.IsoDateTimeFilter("at", "lt")

    class Meta:
        model = AuditEntry
        fields: list[str] = []

    def of_target(self, queryset, name, value):
        kind, _, key = value.partition(":")
        queryset = queryset.filter(target_type=kind)
        return queryset.filter(target_id=key) if key else queryset


class AuditView(generics.ListAPIView):
    permission_classes = [Allowed(policies.can_see_audit), TokenScope]
    queryset = AuditEntry.objects.none()
    serializer_class = AuditEntrySerializer
    filterset_class = AuditFilter

    def get_queryset(self):
        return AuditEntry.objects.visible_to(self.request.user)
