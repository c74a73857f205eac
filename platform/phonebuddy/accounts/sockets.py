"""Who stands behind a WebSocket: the browser's session, or a program's Bearer token.

A browser sends cookies with a socket from any page, so its Origin must be one of ours; a program sends no
Origin and then needs a token. The consumer finds `scope["user"]` and, for a program, `scope["token"]`.
"""

from urllib.parse import urlsplit

from channels.db import database_sync_to_async
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from phonebuddy.accounts.models import ApiToken


def header(scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def origin_is_ours(origin: str, host: str) -> bool:
    """`*` in a configured origin stands for the name by which the browser reached this very host."""
    host_name = urlsplit(f"//{host}").hostname or ""
    name = f"[{host_name}]" if ":" in host_name else host_name
    return origin.lower().rstrip("/") in {
        o.replace("*", name).lower().rstrip("/") for o in settings.WEB_ORIGINS
    }


class OriginCheck:
    def __init__(self, inner):
        self.inner = inner

    async def __call__(self, scope, receive, send):
        origin = header(scope, b"origin")
        if origin and not origin_is_ours(origin, header(scope, b"host")):
            return await WebsocketDenier()(scope, receive, send)
        if not origin:  # no browser: its cookies prove nothing, only a token does
            scope = {**scope, "headers": [h for h in scope["headers"] if h[0] != b"cookie"]}
        return await self.inner(scope, receive, send)


class BearerToken:
    def __init__(self, inner):
        self.inner = inner

    async def __call__(self, scope, receive, send):
        kind, _, text = header(scope, b"authorization").partition(" ")
        if kind.lower() == "bearer":
            token = await database_sync_to_async(ApiToken.objects.by_text)(text.strip())
            scope = {**scope, "user": token.user if token else AnonymousUser(), "token": token}
        return await self.inner(scope, receive, send)
