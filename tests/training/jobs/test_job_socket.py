"""The socket of a job: news for those who train, nothing for anybody else."""

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.urls import path

from training import services
from training.consumers import JobConsumer

pytestmark = pytest.mark.django_db(transaction=True)
ROUTER = URLRouter([path("ws/jobs/<uuid:job_id>", JobConsumer.as_asgi())])


async def opened(user, job_id) -> WebsocketCommunicator:
    socket = WebsocketCommunicator(ROUTER, f"/ws/jobs/{job_id}")
    socket.scope["user"] = user
    assert (await socket.connect(10))[0]
    return socket


async def test_news_comes_as_it_happens_and_ends_with_the_right(make_job, researcher, annotator):
    job = await database_sync_to_async(make_job)()
    socket = await opened(researcher, job.pk)
    assert await socket.receive_json_from(10) == {"type": "job"}
    await database_sync_to_async(services.claim_job)(job.queue, "w")
    assert await socket.receive_json_from(10) == {"type": "job"}
    point = {"step": 1, "of": 2, "values": {}}
    await database_sync_to_async(services.note_progress)(job, "w", 0, [point])
    assert await socket.receive_json_from(10) == {"type": "progress"}
    researcher.roles = []
    await database_sync_to_async(researcher.save)()
    await database_sync_to_async(services.note_progress)(job, "w", 1, [point])
    assert (await socket.receive_output(10))["type"] == "websocket.close"

    for user, job_id, reason in (
        (AnonymousUser(), job.pk, "Sign in"),
        (annotator, job.pk, "Only leads"),
    ):
        refused = await opened(user, job_id)
        assert reason in (await refused.receive_output(10))["reason"]
