from rest_framework.routers import SimpleRouter

from devices.api import DeviceViewSet

router = SimpleRouter(trailing_slash=False)
router.register("devices", DeviceViewSet, basename="device")

urlpatterns = router.urls
