from django.urls import path
from rest_framework.routers import SimpleRouter

from evaluation import api

router = SimpleRouter(trailing_slash=False)
router.register("tasks", api.TaskViewSet)
router.register("claims", api.ClaimViewSet)
router.register("episodes", api.EpisodeViewSet)

urlpatterns = [
    path("queue", api.QueueView.as_view()),
    path("queue/claim", api.ClaimNextView.as_view()),
    path("review/queue", api.ReviewQueueView.as_view()),
    path("stats/me", api.MyStatsView.as_view()),
    *router.urls,
]
