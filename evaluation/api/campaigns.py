"""Suites and campaigns, for leads and researchers."""

from django.contrib.auth import get_user_model
from django.db.models import Prefetch
from django.http import HttpResponse
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response
from rest_framework.views import APIView

from evaluation import policies, services
from evaluation.api.reading import read
from evaluation.models import Campaign, CampaignAgent, Run, Suite, Task
from evaluation.report import documents
from evaluation.report.plots import plots
from evaluation.serializers.campaigns import (
    CampaignSerializer,
    DisputeSerializer,
    GoldSerializer,
    JudgeQueuedSerializer,
    JudgeSerializer,
    JudgesSerializer,
    PlanSerializer,
    ReportSerializer,
    RubricSerializer,
    RulingSerializer,
    RunChoiceSerializer,
    SuiteFileSerializer,
    SuiteSerializer,
)
from evaluation.serializers.demonstrations import PersonSerializer
from evaluation.serializers.grading import GradeSheetSerializer
from evaluation.services.grade_claims import disputed_runs
from phonebuddy.accounts import policies as people
from phonebuddy.api.errors import NotFound
from phonebuddy.api.permissions import Allowed, TokenScope


class SuiteViewSet(viewsets.ReadOnlyModelViewSet):
    queryset = Suite.objects.none()
    serializer_class = SuiteSerializer
    lookup_value_regex = "[-a-zA-Z0-9_]+"

    def get_queryset(self):
        return Suite.objects.with_counts().order_by("name")

    @extend_schema(request={"multipart/form-data": SuiteFileSerializer}, responses={201: SuiteSerializer})
    @action(detail=False, methods=["post"], url_path="import", url_name="import")
    def import_file(self, request):
        """Tasks with rubrics from a spreadsheet: all of them, or `bad_suite` with what is wrong by row."""
        given = read(SuiteFileSerializer, request)
        file = given["file"]
        suite = services.import_suite(
            request.user, file.read(), file.name, given["name"], freeze=given["freeze"]
        )
        return Response(SuiteSerializer(self.get_queryset().get(pk=suite.pk)).data, status=201)


class RubricView(APIView):
    """What a task's runs are graded by: the newest version."""

    permission_classes = [Allowed(policies.can_manage_campaigns), TokenScope]

    @extend_schema(responses=RubricSerializer)
    def get(self, request, pk: int):
        rubric = self._task(request, pk).rubrics.first()
        if rubric is None:
            raise NotFound("This task has no rubric yet.")
        return Response(RubricSerializer(rubric).data)

    @extend_schema(request=RubricSerializer, responses=RubricSerializer)
    def put(self, request, pk: int):
        """Write a new version; the same words again change nothing. 409 `frozen` with the suite."""
        criteria = read(RubricSerializer, request)["criteria"]
        return Response(
            RubricSerializer(services.set_rubric(request.user, self._task(request, pk), criteria)).data
        )

    def _task(self, request, pk: int) -> Task:
        task = Task.objects.visible_to(request.user).filter(pk=pk).first()
        if task is None:
            raise NotFound("There is no such task.")
        return task


class CampaignViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet):
    permission_classes = [Allowed(policies.can_manage_campaigns), TokenScope]
    queryset = Campaign.objects.none()
    serializer_class = CampaignSerializer

    def get_queryset(self):
        arms = Prefetch("arms", CampaignAgent.objects.select_related("agent"))
        suites = Prefetch("suite", Suite.objects.with_counts())
        found = Campaign.objects.visible_to(self.request.user).select_related("created_by")
        return found.prefetch_related(arms, suites, "evaluators")

    def answer(self, campaign: Campaign, status: int = 200) -> Response:
        return Response(CampaignSerializer(self.get_queryset().get(pk=campaign.pk)).data, status=status)

    @extend_schema(responses=PersonSerializer(many=True))
    @action(detail=False, methods=["get"], pagination_class=None)
    def evaluators(self, request):
        """Everyone who may grade: evaluators who cannot see which agent it was."""
        found = get_user_model().objects.filter(is_active=True, roles__contains=["evaluator"])
        fit = [person for person in found.order_by("username") if policies.can_grade(person)]
        return Response(PersonSerializer(fit, many=True).data)

    @extend_schema(request=PlanSerializer, responses={201: CampaignSerializer})
    def create(self, request):
        """Plan a campaign; it is a draft until it is launched."""
        return self.answer(services.create_campaign(request.user, **read(PlanSerializer, request)), 201)

    @extend_schema(request=PlanSerializer(partial=True))
    def partial_update(self, request, pk=None):
        """Change a draft; once launched only `evaluators` can be added."""
        campaign = self.get_object()
        serializer = PlanSerializer(data=request.data, partial=True)
        serializer.is_valid(raise_exception=True)
        return self.answer(services.change_campaign(request.user, campaign, **serializer.validated_data))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def launch(self, request, pk=None):
        """Freeze the plan and queue the runs; 400 `incomplete` with what is missing."""
        return self.answer(services.launch_campaign(request.user, self.get_object()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def pause(self, request, pk=None):
        return self.answer(services.pause_campaign(request.user, self.get_object()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def resume(self, request, pk=None):
        return self.answer(services.resume_campaign(request.user, self.get_object()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def close(self, request, pk=None):
        """The figures are final."""
        return self.answer(services.close_campaign(request.user, self.get_object()))

    @extend_schema(request=GoldSerializer)
    @action(detail=True, methods=["post"])
    def gold(self, request, pk=None):
        """Add a run whose right answers are known."""
        campaign = self.get_object()
        services.add_gold(request.user, campaign, **read(GoldSerializer, request))
        return self.answer(campaign)

    @extend_schema(responses=JudgesSerializer)
    @action(detail=False, methods=["get"], pagination_class=None)
    def judges(self, request):
        """The judges that can be asked here."""
        return Response({"judges": services.judges()})

    @extend_schema(request=JudgeSerializer, responses={202: JudgeQueuedSerializer})
    @action(detail=True, methods=["post"])
    def judge(self, request, pk=None):
        """Let a judge look at every run that has ended; runs it has judged are left as they are."""
        queued = services.judge_campaign(
            request.user, self.get_object(), read(JudgeSerializer, request)["judge"]
        )
        return Response({"queued": queued}, status=202)

    @extend_schema(responses=ReportSerializer)
    @action(detail=True, methods=["get"])
    def report(self, request, pk=None):
        """The figures so far, and drawings of them (SVG)."""
        found = documents.report_of(self.get_object(), people.can_lead(request.user))
        return Response({"figures": found, "plots": plots(found)})

    @extend_schema(
        operation_id="campaigns_document_retrieve",
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    @action(detail=True, methods=["get"], url_path="report/(?P<kind>csv|json|tex|html)", url_name="document")
    def document(self, request, pk=None, kind=""):
        """The report to take away: a line an attempt (csv), all figures (json), a table (tex), a page."""
        campaign = self.get_object()
        text = documents.document(campaign, kind, people.can_lead(request.user))
        response = HttpResponse(text, content_type=documents.KINDS[kind])
        name = f"{slugify(campaign.name) or 'campaign'}.{kind}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    @extend_schema(responses=DisputeSerializer(many=True))
    @action(detail=True, methods=["get"], pagination_class=None)
    def disputes(self, request, pk=None):
        """Runs whose grades differ and that nobody is deciding about."""
        runs = disputed_runs(self.get_object()).select_related("task")
        return Response(DisputeSerializer(runs, many=True).data)

    @extend_schema(request=RunChoiceSerializer, responses={201: GradeSheetSerializer})
    @action(detail=True, methods=["post"])
    def adjudicate(self, request, pk=None):
        """Decide about one of them: a grade sheet with the others' answers, names hidden."""
        run = self._run(read(RunChoiceSerializer, request)["run"])
        grade = services.claim_adjudication(request.user, run)
        return Response(GradeSheetSerializer(grade).data, status=201)

    @extend_schema(request=RulingSerializer)
    @action(detail=True, methods=["post"])
    def infrastructure(self, request, pk=None):
        """Rule, before it is graded, that a run was ended by the phone or its surroundings."""
        data = read(RulingSerializer, request)
        run = self._run(data["run"])
        services.rule_infrastructure(request.user, run, data["reason"])
        return self.answer(run.campaign)

    def _run(self, run: Run) -> Run:
        if run.campaign_id != self.get_object().pk:
            raise NotFound("There is no such run in this campaign.")
        return run
