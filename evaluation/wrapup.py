"""After "finish": the last picture, the verifier's verdict and the film are stored. Safe to run twice.

The host does it, for it has the pictures; when it does not (it was killed), the worker does what can
be done through adb.
"""

import asyncio
import json
import logging
import time
from datetime import timedelta

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import timezone

from devices import remote
from devices.adb import uitree
from devices.adb.client import AdbDevice, AdbError
from devices.models import Device
from evaluation import films, services, traces
from evaluation.captures import Capture, store
from evaluation.models import Episode, EpisodeState
from evaluation.services.recording import FINAL_ACTIONS, outcome_action
from evaluation.start_states import encoded
from phonebuddy import blobs

log = logging.getLogger(__name__)

HOST_GRACE = timedelta(seconds=20)
POLL_S = 0.15
_running: dict = {}


def wait_until_saved(episode: Episode) -> None:
    """Give the host a moment, so that the answer to "finish" is usually the whole truth."""
    deadline = time.monotonic() + getattr(settings, "EPISODE_SAVE_WAIT_S", 6)
    while time.monotonic() < deadline:
        if Episode.objects.filter(pk=episode.pk).exclude(saved_at=None).exists():
            return
        time.sleep(POLL_S)


async def save(episode_id, phone: AdbDevice, seen: Capture | None = None) -> None:
    """Store everything of a finished recording. ``seen``: the last screen; None reads it over adb."""
    if task := _running.get(episode_id):  # another socket of the same episode came first
        await asyncio.shield(task)
        return
    task = _running[episode_id] = asyncio.ensure_future(_save(episode_id, phone, seen))
    try:
        await asyncio.shield(task)
    finally:
        if task.done():
            _running.pop(episode_id, None)


async def _save(episode_id, phone: AdbDevice, seen: Capture | None) -> None:
    episode = await database_sync_to_async(_load)(episode_id)
    if not episode.saving:
        return
    if episode.outcome and not await database_sync_to_async(_has_final_step)(episode):
        seen = seen or await screen_through_adb(phone, episode)
        await database_sync_to_async(_add_final_step)(episode, seen)
    verdict = episode.verdict or await _verdict(episode, phone)
    film = await database_sync_to_async(store_film)(episode)
    await database_sync_to_async(services.note_saved)(episode, verdict, film)
    films.forget(episode_id)


def _load(episode_id) -> Episode:
    return Episode.objects.select_related("task", "device__host", "lease", "head").get(pk=episode_id)


def _has_final_step(episode: Episode) -> bool:
    return any(row.action.name in FINAL_ACTIONS for row in traces.trace(episode))


def _add_final_step(episode: Episode, seen: Capture) -> None:
    action = outcome_action(episode.outcome, episode.answer)
    at = episode.finished_at if episode.finished_at else timezone.now()
    services.record_step(episode.pk, action=action, at=at, **store(seen))


async def _verdict(episode: Episode, phone: AdbDevice) -> dict | None:
    """The verifier's word, while the phone still stands as it was left."""
    task, lease = episode.task, episode.lease
    if not (task and task.verifier and episode.outcome and episode.device.kind == Device.Kind.MOCK):
        return None
    if not (lease and lease.live):
        return None  # somebody else may have used the phone since
    if episode.phone_restarted_at:
        await _no_verdict(episode, "The phone restarted in between, so the verifier cannot judge it.")
        return None
    try:
        ending = outcome_action(episode.outcome, episode.answer)["name"]
        return await ask_verifier(phone, task.verifier, episode.answer or None, ending)
    except (AdbError, ValueError) as error:
        # No verdict is not a verdict of failure: say why there is none.
        log.warning("%s: no verdict: %s", episode.pk, error)
        await _no_verdict(episode, f"The verifier could not be asked: {error}"[:500])
        return None


async def ask_verifier(phone: AdbDevice, rules: dict, answer: str | None, ending: str | None) -> dict:
    """A mock phone's verdict on itself: {success, progress, rules, side_effects}.

    ``answer``: what the user was told; ``ending``: the name of the final action. AdbError, ValueError.
    """
    request = encoded({"rules": rules, "answer": answer, "ending": ending})
    return json.loads((await phone.shell(["phoneworld", "verify", request], timeout=30)).check().text)


async def _no_verdict(episode: Episode, why: str) -> None:
    await database_sync_to_async(Episode.objects.filter(pk=episode.pk).update)(reason=why)


def store_film(episode: Episode):
    """The blob of an episode's film; None when there is none."""
    joined = films.join(episode.pk)
    if joined is None:
        return None
    path, began = joined
    blob = blobs.put_file(path, "video/mp4")
    Episode.objects.filter(pk=episode.pk).update(video_started_at=began)
    return blob


async def screen_through_adb(phone: AdbDevice, episode: Episode) -> Capture:
    """The screen without a stream: slower, or nothing at all when the phone is gone."""
    capture = Capture(width=episode.width, height=episode.height)
    try:
        capture.picture = await remote.screenshot(phone)
        capture.take_tree(await uitree.dump(phone))
    except (AdbError, remote.SecureWindow) as error:
        log.info("%s: no last picture: %s", episode.pk, error)
    return capture


def save_left_over() -> int:
    """Save what no host saved; how many. For the worker, every half minute."""
    late = timezone.now() - HOST_GRACE
    waiting = Episode.objects.filter(state=EpisodeState.DRAFT, saved_at=None, finished_at__lt=late)
    count = 0
    for episode in waiting.select_related("device__host"):
        async_to_sync(save)(episode.pk, remote.connect(episode.device))
        count += 1
    return count
