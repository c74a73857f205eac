"""The few addresses outside the API: the front end's page, health, metrics."""

from django.http import HttpResponse, JsonResponse


def health(request):
    return HttpResponse("ok\n", content_type="text/plain")


def metrics(request):
    return HttpResponse("", content_type="text/plain")


def no_such_endpoint(request):
    return JsonResponse({"detail": "There is no such endpoint.", "code": "not_found"}, status=404)


def app(request):
    return HttpResponse("PhoneBuddy")
