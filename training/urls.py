from rest_framework.routers import SimpleRouter

from training.api import checkpoints, jobs

router = SimpleRouter(trailing_slash=False)
router.register("jobs", jobs.JobViewSet)
router.register("checkpoints", checkpoints.CheckpointViewSet)

urlpatterns = router.urls
