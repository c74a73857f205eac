"""Every address of the web process; what is not API or admin is the front end's."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerSplitView

from phonebuddy import pages
from phonebuddy.api.schema import SchemaView

handler500 = "phonebuddy.pages.server_error"

urlpatterns = [
    path("healthz", pages.health),
    path("metrics", pages.metrics),
    path("admin/password_change/", RedirectView.as_view(url="/account")),  # one way, audited and slowed down
    path("admin/", admin.site.urls),
    path("api/schema", SchemaView.as_view(), name="schema"),
    path("api/docs", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="docs"),
    path("api/", include("phonebuddy.accounts.urls")),
    path("api/", include("phonebuddy.audit.urls")),
    path("api/", include("phonebuddy.blobs.urls")),
    path("api/", include("devices.urls")),
    path("api/", include("evaluation.urls")),
    path("api/training/", include("training.urls")),
    re_path(r"^api/", pages.no_such_endpoint),
    re_path(r"^(?!static/).*$", pages.app),
]
