"""The socket of one recording: the phone's stream, and the episode that grows with it.

The author drives while it is being prepared and recorded; everybody else who may see it watches.
"""

import asyncio
import json
import logging
from types import SimpleNamespace

from channels.db import database_sync_to_async
from rest_framework.utils.encoders import JSONEncoder

from devices.consumers import NO_SUCH_PHONE, Refusal, StreamConsumer
from devices.models import Device, Lease
from devices.streaming.session import PhoneSession
from evaluation import policies, preparation, services, traces, wrapup
from evaluation import recorder as recorders
from evaluation.models import Episode, EpisodeState
from evaluation.models.episodes import LIVE
from evaluation.recorder import Recorder
from evaluation.serializers.demonstrations import EpisodeDetailSerializer, StepSerializer
from evaluation.services.rows import episode_group
from phonebuddy.accounts.sockets import header

log = logging.getLogger(__name__)

_preparing: dict = {}


class EpisodeStreamConsumer(StreamConsumer):
    """`/ws/episodes/<uuid>/stream?role=drive|watch`: adds `step` and `episode` messages."""

    episode: Episode
    recorder: Recorder | None = None

    async def find_device(self) -> Device:
        episode_id = self.scope["url_route"]["kwargs"]["episode_id"]
        episode = await database_sync_to_async(_visible)(self.user, episode_id)
        if episode is None or episode.device is None:
            raise Refusal(NO_SUCH_PHONE, "There is no such episode.")
        self.episode = episode
        if not self.records:
            self.role = "watch"
        return await self.visible_device(episode.device_id)

    @property
    def records(self) -> bool:
        """Is this the author, on the page that records?"""
        return policies.can_record(self.user, self.episode) and self.episode.state in LIVE

    async def take_lease(self) -> Lease:
        return await database_sync_to_async(services.take_phone_again)(self.user, self.episode)

    async def ready(self) -> None:
        await self.channel_layer.group_add(episode_group(self.episode.pk), self.channel_name)
        await self.refresh()
        if self.episode.saving:
            self.save()

    async def disconnect(self, code: int) -> None:
        if self.session is not None and hasattr(self, "episode"):
            await self.channel_layer.group_discard(episode_group(self.episode.pk), self.channel_name)
            await self.stop_recording()
        await super().disconnect(code)

    async def input(self, message: dict) -> None:
        if self.episode.state != EpisodeState.RECORDING and self.role == "drive":
            words = "The phone is still being prepared." if self.records else "The recording has ended."
            self.error("not_recording", words)
            return
        await super().input(message)

    # --- notices of the channel layer ---

    async def episode_changed(self, event: dict) -> None:
        if self.session is not None:
            await self.refresh()

    episode_resumed = episode_changed

    async def episode_finished(self, event: dict) -> None:
        if self.session is None:
            return
        await self.refresh()
        if self.episode.saving:
            self.save()

    async def episode_step(self, event: dict) -> None:
        if self.session is not None:
            step = await database_sync_to_async(_step_data)(self.episode.pk, event["step"])
            if step:
                self.viewer.message({"type": "step", "step": step})

    # --- recording ---

    async def refresh(self) -> None:
        """The episode as it is now, told to the page; recording begins or ends with its state."""
        episode, data = await database_sync_to_async(_episode_data)(self.episode.pk, self._request())
        if self.role == "drive" and episode.state == EpisodeState.RECORDING:
            if self.recorder is None or not self.recorder.on:
                self.recorder = recorders.acquire(episode, self.session)
            # Before the page may touch the phone: the first action needs a picture and a tree too.
            await self.recorder.wait_until_it_sees()
        self.episode = episode
        if self.role == "drive" and self.episode.state == EpisodeState.PREPARING:
            prepare(self.episode, self.session)
        elif self.episode.state not in LIVE and self.role == "drive":
            await self.stop_driving()
        self.viewer.message({"type": "episode", "episode": data})

    async def stop_driving(self) -> None:
        """From here on the phone stays as it was left, for the verifier."""
        if self.driver:
            self.session.remove_driver(self.driver)
        self.driver, self.role = None, "watch"
        await self.hello()

    async def stop_recording(self) -> None:
        mine, self.recorder = self.recorder, None
        if mine:
            await recorders.release(mine)

    def save(self) -> None:
        """Store what is left to store, once for all sockets of this episode."""
        self.session.in_background(save(self.episode.pk, self.session))

    def _request(self) -> SimpleNamespace:
        """What the serializers need to know of a request."""
        host = header(self.scope, b"host")
        return SimpleNamespace(user=self.user, get_host=lambda: host)


def prepare(episode: Episode, session: PhoneSession) -> None:
    """Prepare the phone in the background, once however many sockets ask."""
    if episode.pk not in _preparing:
        task = asyncio.create_task(_prepare(episode, session))
        _preparing[episode.pk] = task
        task.add_done_callback(lambda _: _preparing.pop(episode.pk, None))


async def _prepare(episode: Episode, session: PhoneSession) -> None:
    async def report(step: int, of: int, message: str) -> None:
        await database_sync_to_async(services.note_preparing)(episode, step, of, message)

    try:
        await preparation.prepare(session.device, episode.device.kind, episode.task, report)
        size = (session.width or episode.device.width or 0, session.height or episode.device.height or 0)
        await database_sync_to_async(services.start_recording)(episode, *size)
    except preparation.CannotPrepare as error:
        await database_sync_to_async(services.fail_episode)(episode, str(error))
    except Exception as error:
        log.exception("%s: the preparation broke", episode.pk)
        await database_sync_to_async(services.fail_episode)(episode, f"The preparation broke: {error}")


async def save(episode_id, session: PhoneSession) -> None:
    """The recorder's last words, then everything that ``wrapup`` stores."""
    running = recorders.running(episode_id)
    seen = await running.finish(look=True) if running else None
    try:
        await wrapup.save(episode_id, session.device, seen)
    except Exception:
        log.exception("%s: not saved; the worker will try again", episode_id)


def _visible(user, episode_id) -> Episode | None:
    rows = Episode.objects.visible_to(user).select_related("device__host", "task", "lease", "head", "author")
    return rows.filter(pk=episode_id).first()


def _episode_data(episode_id, request) -> tuple[Episode, dict]:
    episode = Episode.objects.with_everything().get(pk=episode_id)
    return episode, plain(EpisodeDetailSerializer(episode, context={"request": request}).data)


def _step_data(episode_id, step_id: str) -> dict | None:
    episode = Episode.objects.select_related("head").get(pk=episode_id)
    row = next((row for row in traces.trace(episode) if str(row.step.pk) == step_id), None)
    return row and plain(StepSerializer(row).data)


def plain(data) -> dict:
    """JSON's own kinds only: the socket writes with the standard encoder."""
    return json.loads(json.dumps(data, cls=JSONEncoder))
