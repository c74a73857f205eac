"""The socket of a job: news for those who train, nothing for anybody else."""

import json

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser
from django.urls import path

from tests.patience import PATIENCE_S
from training import services
from training.consumers import JobConsumer

pytestmark = pytest.mark.django_db(transaction=True)
ROUTER = URLRouter([path("ws/jobs/<uuid:job_id>", JobConsumer.as_asgi())])


class Page:
    """One connection of this person to a job's news."""

    def __init__(self, user, job_id):
        scope = {"type": "websocket", "path": f"/ws/jobs/{job_id}", "headers": [], "user": user}
        self.socket = ApplicationCommunicator(ROUTER, scope)

    async def open(self) -> "Page":
        await self.socket.send_input({"type": "websocket.connect"})
        assert (await self.hear())["type"] == "websocket.accept"
        return self

    async def hear(self) -> dict:
        return await self.socket.receive_output(PATIENCE_S)

    async def news(self) -> str:
        return json.loads((await self.hear())["text"])["type"]


async def test_news_comes_as_it_happens_and_ends_with_the_right(make_job, researcher, annotator):
    job = await database_sync_to_async(make_job)()
    page = await Page(researcher, job.pk).open()
    assert await page.news() == "job"
    await database_sync_to_async(services.claim_job)(job.queue, "w")
    assert await page.news() == "job"
    point = {"step": 1, "of": 2, "values": {}}
    await database_sync_to_async(services.note_progress)(job, "w", 0, [point])
    assert await page.news() == "progress"
    researcher.roles = []
    await database_sync_to_async(researcher.save)()
    await database_sync_to_async(services.note_progress)(job, "w", 1, [point])
    assert (await page.hear())["type"] == "websocket.close"

    for user, reason in ((AnonymousUser(), "Sign in"), (annotator, "Only leads")):
        refused = await Page(user, job.pk).open()
        assert reason in (await refused.hear())["reason"]
