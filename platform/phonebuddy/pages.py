"""The few addresses outside the API: the front end's page, health, metrics."""

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

LOOPBACK = {"127.0.0.1", "::1"}


@never_cache
def health(request):
    """200 once the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


def metrics(request):
    """For Prometheus on this machine, and for admins. Behind a proxy every address is the proxy's, so that
    only a request that nobody forwarded counts as local."""
    local = request.META["REMOTE_ADDR"] in LOOPBACK and "X-Forwarded-For" not in request.headers
    if not (local or request.user.is_staff):
        raise PermissionDenied
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


@csrf_exempt
def no_such_endpoint(request):
    return JsonResponse({"detail": "There is no such endpoint.", "code": "not_found"}, status=404)


def server_error(request):
    """Something broke here (the log has it). Under /api/ `api.errors` puts this into its shape."""
    return HttpResponse("<p>Something went wrong on the server. It is in the log; try again.", status=500)


@never_cache
@ensure_csrf_cookie
def app(request):
    """The front end; its router reads the address."""
    manifest = settings.DJANGO_VITE["default"]["manifest_path"]
    if not (settings.DJANGO_VITE["default"]["dev_mode"] or manifest.exists()):
        return HttpResponse("The front end is not built yet: `make run` builds it.", status=503)
    return render(request, "app.html", {"STATIC_URL": settings.STATIC_URL})
