"""The socket of one job: a word when something changed. What it is, the page then asks the API."""

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.contrib.auth import get_user_model

from devices.consumers import FORBIDDEN, NO_SUCH_PHONE, SIGNED_OUT
from training import policies
from training.models import Job
from training.services.rows import job_group


class JobConsumer(AsyncJsonWebsocketConsumer):
    """`/ws/jobs/<uuid>`: `{"type": "job"}` or `{"type": "progress"}`. The right to hear it is asked for at
    every word: whoever lost it meanwhile hears no more."""

    async def connect(self) -> None:
        await self.accept()  # a refusal before that reaches the browser without its reason
        self.user, self.token = self.scope["user"], self.scope.get("token")
        self.job = self.scope["url_route"]["kwargs"]["job_id"]
        if not self.user.is_authenticated:
            return await self.close(SIGNED_OUT, "Sign in first.")
        if not await database_sync_to_async(self.allowed)():
            return await self.close(FORBIDDEN, "Only leads and researchers watch jobs.")
        if not await Job.objects.filter(pk=self.job).aexists():
            return await self.close(NO_SUCH_PHONE, "There is no such job.")
        await self.channel_layer.group_add(job_group(self.job), self.channel_name)
        await self.send_json({"type": "job"})

    def allowed(self) -> bool:
        scopes = None if self.token is None else {*self.token.scopes}
        person = get_user_model().objects.filter(pk=self.user.pk).first()
        may = bool(person and policies.can_train(person))
        return may and (scopes is None or bool(scopes & {"read", "admin"}))

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(job_group(self.job), self.channel_name)

    async def job_changed(self, event: dict) -> None:
        await self.tell({"type": "job"})

    async def job_progress(self, event: dict) -> None:
        await self.tell({"type": "progress"})

    async def tell(self, message: dict) -> None:
        if await database_sync_to_async(self.allowed)():
            await self.send_json(message)
        else:
            await self.close(FORBIDDEN, "Only leads and researchers watch jobs.")
