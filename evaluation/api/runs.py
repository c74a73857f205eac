"""Agents and their runs, for leads and researchers."""

import django_filters
from django.db.models import Count
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from evaluation import policies, services
from evaluation.api.reading import Flag, Words, read
from evaluation.models import Agent, Ending, GuardRule, Run, RunState
from evaluation.serializers.runs import (
    AgentSerializer,
    GuardRuleSerializer,
    RunDetailSerializer,
    RunRequestSerializer,
    RunSerializer,
    StopSerializer,
    TurnSerializer,
)
from phonebuddy.api.permissions import Allowed, TokenScope


class AgentFilter(django_filters.FilterSet):
    archived = Flag(field_name="archived")
    search = Words("name", "description")

    class Meta:
        model = Agent
        fields = ["policy"]


class AgentViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet):
    permission_classes = [Allowed(policies.can_manage_campaigns), TokenScope]
    queryset = Agent.objects.none()
    serializer_class = AgentSerializer
    filterset_class = AgentFilter

    def get_queryset(self):
        return Agent.objects.annotate(n_runs=Count("runs")).order_by("archived", "name")

    def answer(self, agent: Agent, status: int = 200) -> Response:
        return Response(AgentSerializer(self.get_queryset().get(pk=agent.pk)).data, status=status)

    @extend_schema(responses={201: AgentSerializer})
    def create(self, request):
        return self.answer(services.create_agent(request.user, **read(AgentSerializer, request)), 201)

    def partial_update(self, request, pk=None):
        """Rename, describe, archive; all else only while it has no runs."""
        serializer = AgentSerializer(data=request.data, partial=True)
        serializer.is_valid(raise_exception=True)
        fields = {name: value for name, value in serializer.validated_data.items() if name in request.data}
        return self.answer(services.change_agent(request.user, self.get_object(), **fields))


class GuardRuleViewSet(viewsets.ModelViewSet):
    """What agents must ask a person about on real phones; leads change it."""

    permission_classes = [Allowed(policies.can_manage_campaigns), TokenScope]
    queryset = GuardRule.objects.all()
    serializer_class = GuardRuleSerializer
    pagination_class = None
    http_method_names = ["get", "post", "patch", "delete"]

    def perform_create(self, serializer):
        serializer.instance = services.set_guard_rule(self.request.user, **serializer.validated_data)

    def perform_update(self, serializer):
        services.set_guard_rule(self.request.user, serializer.instance, **serializer.validated_data)

    def perform_destroy(self, instance):
        services.delete_guard_rule(self.request.user, instance)


class RunFilter(django_filters.FilterSet):
    state = django_filters.MultipleChoiceFilter(choices=RunState.choices)
    ending = django_filters.MultipleChoiceFilter(choices=Ending.choices)
    task = django_filters.CharFilter(field_name="task__key")
    search = Words("task__key", "task__goal", "agent__name")

    class Meta:
        model = Run
        fields = ["agent", "campaign", "device"]


class RunViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet):
    permission_classes = [Allowed(policies.can_manage_campaigns), TokenScope]
    queryset = Run.objects.none()
    serializer_class = RunSerializer
    filterset_class = RunFilter

    def get_queryset(self):
        found = Run.objects.visible_to(self.request.user).with_counts()
        return found.order_by("-created_at", "position")

    def get_serializer_class(self):
        return RunSerializer if self.action == "list" else RunDetailSerializer

    def answer(self, run: Run, status: int = 200) -> Response:
        run = self.get_queryset().get(pk=run.pk)
        return Response(RunDetailSerializer(run, context=self.get_serializer_context()).data, status=status)

    @extend_schema(request=RunRequestSerializer, responses={201: RunDetailSerializer})
    def create(self, request):
        """Let an agent try a task once; it begins as soon as a phone is free."""
        return self.answer(services.request_run(request.user, **read(RunRequestSerializer, request)), 201)

    @extend_schema(responses=TurnSerializer(many=True))
    @action(detail=True, methods=["get"], filterset_class=None, pagination_class=None)
    def turns(self, request, pk=None):
        """Every question to the policy and its raw answer."""
        return Response(TurnSerializer(self.get_object().turns.select_related("step"), many=True).data)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def pause(self, request, pk=None):
        """The agent waits before its next action."""
        return self.answer(services.pause_run(request.user, self.get_object()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def resume(self, request, pk=None):
        """Go on; allows what waits for a person's word."""
        return self.answer(services.resume_run(request.user, self.get_object()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def take_over(self, request, pk=None):
        """Drive the phone oneself; the agent waits."""
        return self.answer(services.take_over_run(request.user, self.get_object()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def hand_back(self, request, pk=None):
        """The agent goes on from the screen as it is now."""
        return self.answer(services.hand_back_run(request.user, self.get_object()))

    @extend_schema(request=StopSerializer)
    @action(detail=True, methods=["post"])
    def stop(self, request, pk=None):
        """End it; a stopped run is not graded."""
        return self.answer(
            services.stop_run(request.user, self.get_object(), **read(StopSerializer, request))
        )
