from django.urls import path
from rest_framework.routers import SimpleRouter

from devices.api import DeviceViewSet
from devices.gallery.api import GallerySpecView, GalleryView

router = SimpleRouter(trailing_slash=False)
router.register("devices", DeviceViewSet, basename="device")

urlpatterns = [
    path("gallery", GalleryView.as_view(), name="gallery"),
    path("gallery/apps/<str:package>/spec", GallerySpecView.as_view(), name="gallery-spec"),
    *router.urls,
]
