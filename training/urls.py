from rest_framework.routers import SimpleRouter

from training.api import checkpoints, datasets, jobs

router = SimpleRouter(trailing_slash=False)
router.register("jobs", jobs.JobViewSet)
router.register("checkpoints", checkpoints.CheckpointViewSet)
router.register("datasets", datasets.DatasetViewSet)

urlpatterns = router.urls
