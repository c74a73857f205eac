from django.urls import path
from rest_framework.routers import SimpleRouter

from evaluation.api import campaigns, demonstrations, grading, runs

router = SimpleRouter(trailing_slash=False)
router.register("tasks", demonstrations.TaskViewSet)
router.register("claims", demonstrations.ClaimViewSet)
router.register("episodes", demonstrations.EpisodeViewSet)
router.register("suites", campaigns.SuiteViewSet)
router.register("campaigns", campaigns.CampaignViewSet)
router.register("agents", runs.AgentViewSet)
router.register("runs", runs.RunViewSet)
router.register("guard-rules", runs.GuardRuleViewSet)
router.register("grades", grading.GradeViewSet)

urlpatterns = [
    path("tasks/<int:pk>/rubric", campaigns.RubricView.as_view()),
    path("queue", demonstrations.QueueView.as_view()),
    path("queue/claim", demonstrations.ClaimNextView.as_view()),
    path("review/queue", demonstrations.ReviewQueueView.as_view()),
    path("stats/me", demonstrations.MyStatsView.as_view()),
    path("grading", grading.GradingQueueView.as_view()),
    path("grading/claim", grading.ClaimGradeView.as_view()),
    *router.urls,
]
