"""The recorder: follows a phone's session and writes each action, with what the screen showed before it.

It sits in the device host. Its input comes from the session *before* it reaches the phone, so that
picture and tree are still those that the person acted on. The platform's own clicks do not pass here.
A step is in PostgreSQL as soon as its gesture is known; an open gesture is written and then amended.
"""

import asyncio
import contextlib
import logging
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import numpy as np
from channels.db import database_sync_to_async
from django.db import InterfaceError, OperationalError

from devices import actions
from devices.adb import properties
from devices.adb.client import AdbError
from devices.streaming.frames import luma_blocks
from devices.streaming.session import PhoneSession, SessionListener
from evaluation import captures, keyboard, moments, services, trees
from evaluation.captures import Capture
from evaluation.films import Film
from evaluation.gestures import Gesture, GestureRecogniser
from evaluation.moments import Draft, Moment
from evaluation.typed import Typed
from phonebuddy.api.errors import Refused

log = logging.getLogger(__name__)

WAIT_S = 3.0  # a pause shorter than this is thinking, not waiting
WAIT_CHANGE_S = 2.0  # … and only when the screen was still at work so long after the last action
AT_WORK = 0.03  # share of the screen that must change; a blinking caret is less
WATCH_S = 0.3
READ_BACK_S = 0.35  # a tree counts as "after the key" when it is this much younger
READ_BACK_FOR_S = 8.0
WHEEL_NOTCH_DP = 64  # Android's default scroll factor
RETRY_S = 1.0
FIRST_LOOK_S = 5.0
IN_DOUBT_S = 0.5
IN_DOUBT = "The connection broke at this moment; it may not have reached the phone."


class Recorder(SessionListener):
    """Listens for one author on one session, until ``finish``."""

    wants_frames = True
    wants_tree = True

    def __init__(self, episode_id: UUID, author_id: int, session: PhoneSession, scale: float | None = None):
        self.episode_id = episode_id
        self.author_id = author_id
        self.session = session
        self.film = Film(episode_id)
        self.secrets: set[str] = set()
        self._scale = scale
        self._recogniser = GestureRecogniser(session.width or 1, session.height or 1, scale)
        self._touch: Moment | None = None
        self._keys_unknown = False
        self._waits = 0
        self._drafts: dict[int, Draft] = {}
        self._open: Draft | None = None
        self._pending: dict[int, None] = {}  # an ordered set of gesture numbers to write
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._tasks: list[asyncio.Task] = []
        self._readers: set[asyncio.Task] = set()
        self._ended_at = 0.0
        self._changed_at = 0.0
        self._sample: np.ndarray | None = None
        self._idle_moment: Moment | None = None
        self._secret_field = False
        self._keyboard: keyboard.Bounds | None = None
        self._away_since: datetime | None = None
        self._on = False

    # --- life ---

    def start(self) -> None:
        self._on = True
        self._ended_at = time.monotonic()
        self.session.add_listener(self)
        self._tasks = [asyncio.create_task(self._write_all()), asyncio.create_task(self._watch_on())]
        self._in_background(self._note_boot(datetime.now(UTC)))
        self._in_background(self._note(on=True))

    async def wait_until_it_sees(self) -> None:
        """Until picture and tree are there; not for ever, since a phone may refuse either."""
        deadline = time.monotonic() + FIRST_LOOK_S
        while time.monotonic() < deadline:
            if self.session.tree.latest() is not None and self.session.frames.latest is not None:
                return
            await asyncio.sleep(0.05)

    @property
    def on(self) -> bool:
        return self._on

    async def finish(self, look: bool = False) -> Capture | None:
        """Hear no more, write what is open, end the film's segment. ``look``: answer the last screen."""
        if not self._on:
            return None
        self._on = False
        seen = await self.capture() if look else None  # before the decoder stops for want of listeners
        self.session.remove_listener(self)
        self._close_open()
        await self._idle.wait()
        for task in (*self._tasks, *self._readers):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._readers, return_exceptions=True)
        await asyncio.to_thread(self.film.cut)
        with contextlib.suppress(OperationalError, InterfaceError):  # then the last step says when
            await database_sync_to_async(services.note_recorder)(self.episode_id, on=False)
        return seen

    async def capture(self) -> Capture:
        """The screen as it is now, for the final step."""
        moment = self._look(time.monotonic())
        if moment.stale or moment.nodes is None:
            tree = await self.session.ui_tree()
            if tree:
                moment.nodes, moment.stale = trees.to_nodes(tree), tree.stale
        return await self._captured(moment)

    # --- what the session tells ---

    def on_input(self, event: dict, at: float, user_id: int) -> None:
        if not self._on or user_id != self.author_id:
            return
        try:
            self._hear(self._in_device_px(event), at)
        except Exception:  # a recorder that stumbles must not take the phone from its driver
            log.exception("%s: an input could not be recorded", self.episode_id)

    def on_packet(self, packet) -> None:
        if self._secret_field:
            if self.film.running:  # Android shows the last letter of a password for a moment
                self.film.cut()
            return
        self.film.write(packet)
        if not self.film.running:
            self.session.want_key()

    def on_size(self, width: int, height: int, rotation: int) -> None:
        if (width, height) != (self._recogniser.width, self._recogniser.height):
            self._recogniser.resize(width, height, self._scale)
            self._touch = None

    def on_state(self, state: str, reason: str) -> None:
        if state in ("reconnecting", "gone"):
            if self._away_since is None:
                self._away_since = datetime.now(UTC)
                self._doubt_the_last()
        elif self._away_since:
            since, self._away_since = self._away_since, None
            self._in_background(self._note_boot(since))

    def _doubt_the_last(self) -> None:
        """What was sent just before the line broke may have died with it: nobody can know, so say it."""
        draft = self._drafts.get(self._recogniser.number)
        if draft and not draft.gesture.flag and time.monotonic() - draft.gesture.ended_at < IN_DOUBT_S:
            draft.gesture = replace(draft.gesture, flag=IN_DOUBT)
            self._write(draft)

    async def _note(self, on: bool) -> None:
        while True:
            try:
                return await database_sync_to_async(services.note_recorder)(self.episode_id, on)
            except (OperationalError, InterfaceError):
                await asyncio.sleep(RETRY_S)

    async def _note_boot(self, since: datetime) -> None:
        """Is it still the same run of the phone? A restart leaves nothing as it was."""
        while True:
            try:
                boot = await properties.read_boot(self.session.device)
                await database_sync_to_async(services.note_phone_boot)(self.episode_id, boot, since)
                return
            except (AdbError, OperationalError, InterfaceError) as error:
                log.info("%s: not known yet whether the phone restarted: %s", self.episode_id, error)
                await asyncio.sleep(RETRY_S)

    # --- from events to drafts ---

    def _hear(self, event: dict, at: float) -> None:
        pressed = label = ""
        if self._recogniser.begins(event):
            self._touch = self._look(at)
            pressed, label = self._keyboard_at(self._touch, event)
            self._keys_unknown = pressed == "key" and not label
        elif event["type"] == "key":
            self._keys_unknown = len(event.get("key", "")) != 1 and event.get("code") != "Backspace"
        gestures = self._recogniser.feed(event, at, pressed, label)
        for gesture in gestures:
            if gesture.number not in self._drafts:
                moment = self._touch if event["type"] == "touch" and self._touch else self._look(at)
                self._add_wait(moment)
                self._begin(gesture, moment)
            self._amend(self._drafts[gesture.number], gesture)
        if not self._recogniser.touching:
            self._touch = None

    def _keyboard_at(self, moment: Moment, event: dict) -> tuple[str, str]:
        """What of the soft keyboard this finger goes down on ("", "key", "enter"), and the key's letter."""
        nodes, x, y = moment.nodes, round(event["x"]), round(event["y"])
        if hit := keyboard.hit(self._keyboard, x, y):
            return hit, ""
        if not nodes:
            return "", ""
        hit = trees.keyboard_hit(nodes, x, y)
        if not hit and self._secret_field and not self._takes_touch(nodes, x, y):
            # A keyboard that the tree does not show (real phones): never note where a secret's keys lie.
            hit = "key"
        return hit, trees.key_label(nodes, x, y) if hit == "key" else ""

    def _takes_touch(self, nodes: list[dict], x: int, y: int) -> bool:
        element = trees.element_at(nodes, x, y)
        return bool(element) and element["role"] not in ("group", "list", "text", "image", "web")

    def _begin(self, gesture: Gesture, moment: Moment) -> None:
        self._close_open(moment)
        draft = Draft(gesture, moment)
        points = getattr(gesture.action, "points", None)
        app = trees.without_keyboard(moment.nodes) if moment.nodes else []
        if points and not moment.stale:
            draft.element = trees.element_at(app, *points[0])
        if isinstance(gesture.action, actions.Type):
            before = self._drafts.get(gesture.number - 1)
            tapped = before.element if before and isinstance(before.gesture.action, actions.Click) else None
            draft.typed = Typed(moment.nodes, moment.stale, tapped)
            field_node = None if moment.stale else trees.focused_field(app)
            draft.element = trees.as_element(field_node, app) if field_node else tapped
            self._in_background(self._read_back(draft))
        self._drafts[gesture.number] = draft
        self._open = draft

    def _amend(self, draft: Draft, gesture: Gesture) -> None:
        draft.gesture = gesture
        self._ended_at, self._idle_moment = gesture.ended_at, None
        if draft.typed:
            draft.typed.typed(gesture.action.text, whole=not self._keys_unknown and not gesture.flag)
            self._secret_field = self._secret_field or draft.typed.secret is True
        self._write(draft)

    def _add_wait(self, moment: Moment) -> None:
        """The person watched the screen at work: that is an action of its own."""
        began, idle = self._ended_at, self._idle_moment
        worked_until = min(self._changed_at, moment.at)
        if idle is None or moment.at - began < WAIT_S or worked_until - began < WAIT_CHANGE_S:
            return
        action = actions.Wait(round((worked_until - began) * 1000))
        self._waits -= 1  # numbers of its own, so that it does not come between a click and its second
        draft = Draft(Gesture(self._waits, action, began, worked_until), idle, closed=True)
        self._drafts[self._waits] = draft
        self._write(draft)

    def _close_open(self, moment: Moment | None = None) -> None:
        """The next gesture begins: what the open one typed is decided now."""
        draft, self._open = self._open, None
        if draft is None or draft.closed:
            return
        draft.closed = True
        if draft.typed:
            fresh = moment and moment.nodes and not moment.stale
            if fresh and draft.typed.after is None:
                draft.typed.see(moment.nodes)
            draft.typed.close()
            if draft.typed.secret:
                self.secrets.add(draft.typed.guess)
            self._write(draft)

    # --- looking at the phone ---

    def _look(self, at: float) -> Moment:
        tree, session = self.session.tree.latest(), self.session
        moment = Moment(at, session.width, session.height, secure=session.state == "secure")
        if tree:
            moment.nodes, moment.stale, moment.tree_of = trees.to_nodes(tree), tree.stale, tree.picture
            activity = session.status.activity
            moment.foreground = captures.foreground_of(moment.nodes)
            if moment.foreground and moment.foreground["package"] == session.status.package:
                moment.foreground["activity"] = activity
        if moment.foreground is None and session.status.package:
            moment.foreground = {"package": session.status.package, "activity": session.status.activity}
        if not moment.secure:  # a black picture never stands in for one that is forbidden
            moment.frame = asyncio.create_task(self._frame(at))
        return moment

    async def _frame(self, at: float):
        await asyncio.to_thread(self.session.frames.settle)
        return self.session.frames.before(at)

    async def _watch_on(self) -> None:
        while True:
            try:
                await self._watch()
            except Exception:  # a look that fails must not be the last one
                log.exception("%s: could not look at the phone", self.episode_id)

    async def _watch(self) -> None:
        """Is the screen at work? Is a secret field in focus?"""
        seen, number = None, -1
        while True:
            await asyncio.sleep(WATCH_S)
            now, frame = time.monotonic(), self.session.frames.latest
            if frame is not None and frame.number != number:
                number, luma = frame.number, luma_blocks(frame.picture)
                if self._sample is not None and _share_changed(self._sample, luma) >= AT_WORK:
                    self._changed_at = now
                self._sample = luma
            if (
                self._idle_moment is None
                and now - self._ended_at > 2 * WATCH_S
                and not self._recogniser.touching
            ):
                self._idle_moment = self._look(now)
            tree = self.session.tree.latest()
            if tree is not None and tree is not seen:
                seen = tree
                focused = tree.focused()
                self._secret_field = bool(focused and focused.password)
                self._keyboard = await keyboard.find(self.session.device)

    def _in_background(self, work) -> None:
        task = asyncio.create_task(work)
        self._readers.add(task)
        task.add_done_callback(self._readers.discard)

    async def _read_back(self, draft: Draft) -> None:
        """Take what the field shows once the screen stands still after a key, until the next gesture."""
        seen = None
        while not draft.closed and time.monotonic() - draft.gesture.ended_at < READ_BACK_FOR_S:
            await asyncio.sleep(WATCH_S / 2)
            tree = self.session.tree.latest()
            fresh = tree and not tree.stale and tree.captured_at > draft.gesture.ended_at + READ_BACK_S
            if fresh and tree is not seen and not draft.closed:
                seen = tree
                nodes = trees.to_nodes(tree)
                draft.typed.see(nodes)
                if draft.element is None and (field_node := trees.focused_field(nodes)):
                    draft.element = trees.as_element(field_node, nodes)
                if draft.typed.secret:
                    self._secret_field = True
                self._write(draft)

    async def _wait_for_the_tree(self, draft: Draft) -> None:
        if await moments.tree_of_the_picture(self.session, draft):
            draft.tree_came = True
            self._write(draft)

    # --- into the database ---

    def _write(self, draft: Draft) -> None:
        self._pending[draft.gesture.number] = None
        self._idle.clear()
        self._wake.set()

    async def _write_all(self) -> None:
        while True:
            await self._wake.wait()
            while self._pending:
                number = next(iter(self._pending))
                del self._pending[number]
                await self._store(self._drafts[number])
                self._forget(number)
            self._wake.clear()
            self._idle.set()

    async def _store(self, draft: Draft) -> None:
        while True:
            try:
                unsure = draft.moment.stale and draft.moment.nodes and hasattr(draft.gesture.action, "points")
                if draft.step_id is None and unsure:
                    draft.element = await moments.in_the_older_tree(self.session, draft)
                fields = self._fields(draft)
                if draft.step_id is None:
                    capture = await self._captured(draft.moment)
                    draft.step_id = await database_sync_to_async(_new_step)(self.episode_id, capture, fields)
                    if unsure and draft.element is None:
                        self._in_background(self._wait_for_the_tree(draft))
                elif draft.tree_came:
                    draft.tree_came = False
                    capture = await self._captured(draft.moment)
                    await database_sync_to_async(_amend_step)(self.episode_id, draft.step_id, capture, fields)
                elif changed := {k: v for k, v in fields.items() if draft.written.get(k) != v}:
                    await database_sync_to_async(services.record_step)(
                        self.episode_id, draft.step_id, **changed
                    )
                draft.written = fields
                return
            except Refused as refusal:
                log.warning("%s: a step came too late: %s", self.episode_id, refusal)
                return
            except (OperationalError, InterfaceError) as error:
                log.warning("%s: the database is away, trying again: %s", self.episode_id, error)
                await asyncio.sleep(RETRY_S)
            except Exception:
                log.exception("%s: a step could not be stored", self.episode_id)
                return

    def _fields(self, draft: Draft) -> dict:
        gesture, typed = draft.gesture, draft.typed
        action = actions.Type(typed.text) if typed else gesture.action
        flag = gesture.flag
        if draft.moment.secure and not flag:
            flag = "The app on the screen forbids pictures of itself."
        return {
            "action": action.to_json(),
            "at": self._wall_clock(gesture.started_at),
            "duration_ms": gesture.duration_ms,
            "flag": flag,
            "element": _without_secret(draft.element, self.secrets),
            "path": [list(point) for point in gesture.path],
            "secret": bool(typed and typed.secret),
        }

    async def _captured(self, moment: Moment) -> Capture:
        capture = Capture(moment.width, moment.height, secrets=self.secrets)
        capture.nodes, capture.stale, capture.foreground = moment.nodes, moment.stale, moment.foreground
        if moment.frame:
            with contextlib.suppress(asyncio.CancelledError):
                if frame := await moment.frame:
                    capture.picture = await asyncio.to_thread(self.session.frames.jpeg, frame, 90)
        return capture

    def _forget(self, number: int) -> None:
        """Only the last few gestures can still be amended."""
        for old in [n for n in self._drafts if n < number - 3 and n not in self._pending]:
            del self._drafts[old]

    def _wall_clock(self, at: float) -> datetime:
        return datetime.now(UTC) - timedelta(seconds=time.monotonic() - at)

    def _in_device_px(self, event: dict) -> dict:
        """The video may be smaller than the screen; a wheel turns in notches."""
        if "x" not in event:
            return event
        session = self.session
        x, y = event["x"] * session.width / event["w"], event["y"] * session.height / event["h"]
        moved = {**event, "x": x, "y": y}
        if event["type"] == "wheel":
            notch = WHEEL_NOTCH_DP * self._recogniser.scale
            moved |= {"dx": event["dx"] * notch, "dy": event["dy"] * notch}
        return moved


def _new_step(episode_id: UUID, capture: Capture, fields: dict) -> UUID:
    """Blobs first, then the row that names them: a crash between leaves no step without its picture."""
    return services.record_step(episode_id, **captures.store(capture), **fields).pk


def _amend_step(episode_id: UUID, step_id: UUID, capture: Capture, fields: dict) -> None:
    services.record_step(episode_id, step_id, **captures.store(capture), **fields)


def _without_secret(element: dict | None, secrets: set[str]) -> dict | None:
    if element and any(secret and secret in element["text"] for secret in secrets):
        return {**element, "text": ""}
    return element


def _share_changed(one: np.ndarray, other: np.ndarray) -> float:
    return 1.0 if one.shape != other.shape else float((np.abs(one - other) > 6).mean())


# --- one recorder an episode, however many sockets its author has open ---

_running: dict[UUID, tuple[Recorder, int]] = {}


def running(episode_id: UUID) -> Recorder | None:
    return _running[episode_id][0] if episode_id in _running else None


def acquire(episode, session: PhoneSession) -> Recorder:
    """The episode's recorder, begun if need be; ``release`` once for each ``acquire``."""
    recorder, users = _running.get(episode.pk, (None, 0))
    if recorder is None or not recorder.on:
        users = 0
        density = episode.device.density
        recorder = Recorder(episode.pk, episode.author_id, session, density / 160 if density else None)
        recorder.start()
    _running[episode.pk] = (recorder, users + 1)
    return recorder


async def release(recorder: Recorder) -> None:
    known, users = _running.get(recorder.episode_id, (None, 0))
    if known is not recorder:
        return  # it was finished, and recording went on with another
    if users > 1:
        _running[recorder.episode_id] = (recorder, users - 1)
        return
    del _running[recorder.episode_id]
    await recorder.finish()
