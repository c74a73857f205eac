"""Counts requests for Prometheus, by route (not by address: those are without number)."""

import time

from prometheus_client import Counter, Histogram

REQUESTS = Counter("phonebuddy_requests_total", "HTTP requests", ["method", "route", "status"])
SECONDS = Histogram(
    "phonebuddy_request_seconds",
    "From request to answer",
    ["route"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def count_requests(get_response):
    """Middleware."""

    def middleware(request):
        began = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        route = match.route if match else "none"
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(method, route, response.status_code).inc()
        SECONDS.labels(route).observe(time.perf_counter() - began)
        return response

    return middleware
