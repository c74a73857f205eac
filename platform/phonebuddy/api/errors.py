"""One shape for every refusal: `{"detail": plain words, "code": machine code, "fields"?: {…}}`.

Verbs in `services.py` raise these; they know nothing of HTTP otherwise.
"""

import json

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback


class Refused(Exception):
    """A verb says no, in words for the person and a code for the program."""

    status: int = status.HTTP_400_BAD_REQUEST

    def __init__(self, detail: str, code: str = "refused", fields: dict | None = None):
        super().__init__(detail)
        self.detail, self.code, self.fields = detail, code, fields


class Forbidden(Refused):
    status = status.HTTP_403_FORBIDDEN

    def __init__(self, detail: str = "You may not do that.", code: str = "forbidden"):
        super().__init__(detail, code)


class NotFound(Refused):
    status = status.HTTP_404_NOT_FOUND

    def __init__(self, detail: str = "There is no such thing.", code: str = "not_found"):
        super().__init__(detail, code)


class Conflict(Refused):
    """Somebody else was first, or the state no longer allows it."""

    status = status.HTTP_409_CONFLICT


def body(detail: str, code: str, fields: dict | None = None) -> dict:
    return {"detail": detail, "code": code} | ({"fields": fields} if fields else {})


def handle(error: Exception, context: dict) -> Response | None:
    """DRF's exception handler."""
    if isinstance(error, Refused):
        set_rollback()
        return Response(body(str(error), error.code, error.fields), status=error.status)
    if isinstance(error, ValidationError):
        error = exceptions.ValidationError(getattr(error, "message_dict", error.messages))
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, exceptions.ValidationError):
        fields = response.data if isinstance(response.data, dict) else {"non_field_errors": response.data}
        response.data = body("Some of what was sent is not valid.", "invalid", fields)
    elif isinstance(error, Http404):
        response.data = body("There is no such thing.", "not_found")
    elif isinstance(error, PermissionDenied):
        response.data = body("You may not do that.", "forbidden")
    else:
        response.data = body(str(response.data["detail"]), getattr(response.data["detail"], "code", "error"))
    return response


# What Django itself answers, as a page, before or beside DRF.
OTHERS = {
    400: ("This request cannot be understood.", "bad_request"),
    403: ("You may not do that, or this page is out of date: load it again.", "forbidden"),
    404: ("There is no such thing.", "not_found"),
    500: ("Something went wrong on the server. It is in the log; try again.", "server_error"),
}


def in_our_shape(get_response):
    """Middleware: no refusal under /api/ is a page, whoever made it."""

    def middleware(request):
        response = get_response(request)
        page = response.headers.get("Content-Type", "").startswith("text/html")
        if request.path.startswith("/api/") and response.status_code in OTHERS and page:
            response.content = json.dumps(body(*OTHERS[response.status_code]))
            response.headers["Content-Type"] = "application/json"
            response.headers["Content-Length"] = str(len(response.content))
        return response

    return middleware
