"""Serves blobs: with ranges (a video is sought), cached for ever, to those who may see them."""

import re

from asgiref.sync import sync_to_async
from django.http import HttpResponse, HttpResponseNotModified, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.views import APIView

from phonebuddy import blobs
from phonebuddy.api.errors import NotFound
from phonebuddy.blobs.models import Blob

CHUNK = 256 * 1024


class BlobView(APIView):
    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    def get(self, request, sha256):
        blob = Blob.objects.filter(pk=sha256).first()
        # One answer for "not there" and "not for you": a hash must not tell whether the file exists.
        if blob is None or not any(check(request.user, sha256) for check in blobs.visibility):
            raise NotFound()
        etag = f'"{sha256}"'
        if request.headers.get("If-None-Match") == etag:
            response = HttpResponseNotModified()
        else:
            response = _file(blob, request.headers.get("Range", ""))
        response["ETag"] = etag
        response["Cache-Control"] = "private, max-age=31536000, immutable"
        return response

    head = get


def _file(blob: Blob, range_header: str):
    whole = not range_header or "," in range_header  # several ranges: the whole file, as the standard allows
    span = (0, blob.size) if whole else parse_range(range_header, blob.size)
    if span is None:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{blob.size}"})
    start, end = span
    headers = {
        "Accept-Ranges": "bytes",
        "Content-Length": str(end - start),
        "Content-Security-Policy": "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
    }
    if not whole:
        headers["Content-Range"] = f"bytes {start}-{end - 1}/{blob.size}"
    status = 200 if whole else 206
    if end - start <= CHUNK:
        with blob.open() as file:
            file.seek(start)
            return HttpResponse(file.read(end - start), blob.media_type, status, headers=headers)
    return StreamingHttpResponse(
        _chunks(blob, start, end), content_type=blob.media_type, status=status, headers=headers
    )


async def _chunks(blob: Blob, start: int, end: int):
    """The web process is asynchronous: a plain file iterator would be read whole into memory first."""
    file = await sync_to_async(blob.open)()
    try:
        file.seek(start)
        while start < end and (chunk := await sync_to_async(file.read)(min(CHUNK, end - start))):
            start += len(chunk)
            yield chunk
    finally:
        file.close()


def parse_range(header: str, size: int) -> tuple[int, int] | None:
    """The half-open span of bytes that a single-range header asks for; None when it cannot be satisfied."""
    match = re.fullmatch(r"bytes=(\d*)-(\d*)", header.strip())
    if not match or match.groups() == ("", ""):
        return None
    first, last = match.groups()
    if first == "":
        return (max(0, size - int(last)), size) if int(last) else None
    start, end = int(first), min(int(last) + 1 if last else size, size)
    return (start, end) if start < end else None
