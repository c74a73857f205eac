"""Who gets through to a socket: sessions from our own pages, programs with a token, nobody else."""

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.generic.websocket import WebsocketConsumer
from django.test import Client

from phonebuddy.accounts import services
from phonebuddy.accounts.sockets import BearerToken, OriginCheck, origin_is_ours
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.django_db(transaction=True)
HOST = (b"host", b"phones.test:8001")
OURS = (b"origin", b"http://phones.test:8000")


class WhoAmI(WebsocketConsumer):
    def connect(self):
        self.accept()
        token = self.scope.get("token")
        self.send(f"{self.scope['user'].username or 'nobody'} {token.scopes if token else '-'}")


async def ask(*headers) -> str:
    """What WhoAmI says to a connection with these headers; `denied` when it never gets there."""
    application = OriginCheck(AuthMiddlewareStack(BearerToken(WhoAmI.as_asgi())))
    scope = {"type": "websocket", "path": "/ws", "headers": [HOST, *headers], "subprotocols": []}
    socket = ApplicationCommunicator(application, scope)
    await socket.send_input({"type": "websocket.connect"})
    if (await socket.receive_output(PATIENCE_S))["type"] != "websocket.accept":
        return "denied"
    answer = await socket.receive_output(PATIENCE_S)
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait(PATIENCE_S)
    return answer["text"]


@pytest.fixture
def cookie(settings, annotator):
    settings.WEB_ORIGINS = ["http://*:8000", "https://phones.example.org"]
    client = Client()
    client.force_login(annotator)
    return (b"cookie", f"phonebuddy_session={client.cookies['phonebuddy_session'].value}".encode())


async def test_a_session_counts_from_our_own_page_only(cookie):
    assert await ask(cookie, OURS) == "ann -"
    assert await ask(cookie, (b"origin", b"http://evil.test:8000")) == "denied"
    assert await ask(cookie, (b"origin", b"http://phones.test:9000")) == "denied"
    assert await ask(cookie) == "nobody -"


async def test_a_token_needs_no_page(cookie, annotator):
    token, text = await database_sync_to_async(services.create_token)(annotator, "robot", ["read", "devices"])
    bearer = (b"authorization", f"Bearer {text}".encode())
    assert await ask(bearer) == "ann ['devices', 'read']"
    assert await ask(bearer, OURS) == "ann ['devices', 'read']"
    await database_sync_to_async(services.revoke_token)(annotator, token)
    assert await ask(bearer) == "nobody -"
    assert await ask(bearer, cookie, OURS) == "nobody -"


def test_origins(settings):
    settings.WEB_ORIGINS = ["http://*:8000", "https://phones.example.org"]
    assert origin_is_ours("http://localhost:8000", "localhost:8001")
    assert origin_is_ours("http://[::1]:8000", "[::1]:8001")
    assert origin_is_ours("https://Phones.example.org", "10.0.0.1:8001")
    assert not origin_is_ours("http://localhost:8000", "127.0.0.1:8001")
    assert not origin_is_ours("https://phones.example.org.evil.test", "phones.example.org")
    assert not origin_is_ours("null", "localhost:8001")


async def test_an_unknown_stream_is_closed_in_words(cookie):
    from phonebuddy.hostasgi import application

    scope = {"type": "websocket", "path": "/ws/devices/abc/stream", "headers": [HOST, cookie, OURS]}
    socket = ApplicationCommunicator(application, scope | {"subprotocols": [], "query_string": b""})
    await socket.send_input({"type": "websocket.connect"})
    assert (await socket.receive_output(PATIENCE_S))["type"] == "websocket.accept"
    assert (await socket.receive_output(PATIENCE_S))["code"] == 4404
    await socket.send_input({"type": "websocket.disconnect", "code": 4404})
    await socket.wait(PATIENCE_S)
