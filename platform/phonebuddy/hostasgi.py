"""The device host's sockets: a phone's screen, a recording, a job's news. HTTP gives its health only."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phonebuddy.settings")
get_asgi_application()  # loads the apps before their consumers are imported

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import path, re_path  # noqa: E402

from devices.consumers import NO_SUCH_PHONE, StreamConsumer  # noqa: E402
from devices.gallery.consumer import GalleryConsumer  # noqa: E402
from evaluation.consumers import EpisodeStreamConsumer  # noqa: E402
from evaluation.run_consumer import RunStreamConsumer  # noqa: E402
from phonebuddy.accounts.sockets import BearerToken, OriginCheck  # noqa: E402
from training.consumers import JobConsumer  # noqa: E402


class NoSuchStream(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        await self.accept()  # a refusal before that reaches the browser without its reason
        await self.close(NO_SUCH_PHONE, "There is no such stream.")


routes = [
    path("ws/devices/<uuid:device_id>/stream", StreamConsumer.as_asgi()),
    path("ws/episodes/<uuid:episode_id>/stream", EpisodeStreamConsumer.as_asgi()),
    path("ws/runs/<uuid:run_id>/stream", RunStreamConsumer.as_asgi()),
    path("ws/gallery/stream", GalleryConsumer.as_asgi()),
    path("ws/jobs/<uuid:job_id>", JobConsumer.as_asgi()),
    re_path("", NoSuchStream.as_asgi()),
]


async def health(scope, receive, send) -> None:
    status, body = (200, b"ok\n") if scope["path"] == "/healthz" else (404, b"streams only\n")
    headers = [(b"content-type", b"text/plain")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


application = ProtocolTypeRouter(
    {
        "http": health,
        "websocket": OriginCheck(AuthMiddlewareStack(BearerToken(URLRouter(routes)))),
    }
)
