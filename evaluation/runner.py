"""Works off one run: a phone is prepared, then look, ask, act, wait, until it ends; every turn is recorded.

It lives in a worker's thread with an event loop of its own. The phone is driven over adb through its host's
adb server; watchers see it through the host's stream, and what the agent thinks through the run's socket.
"""

import asyncio
import json
import logging
import os
import socket
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from asgiref.sync import sync_to_async
from django.db import close_old_connections, connections
from django.utils import timezone

from devices import actions, host, remote
from devices.actions import Action, ActionError
from devices.adb.client import AdbError
from devices.driver import PhoneDriver
from devices.models import Device
from devices.observation import CaptureFailed, Observation
from evaluation import captures, films, preparation, services, trees, wrapup
from evaluation.agents import dialects, guard, policies, prompts
from evaluation.agents.policies import Answer, PolicyDown, Question
from evaluation.captures import Capture
from evaluation.films import Film
from evaluation.models import Ending, Policy, Run, RunState
from evaluation.services.runs import OnHold, RunLost
from phonebuddy import blobs

log = logging.getLogger(__name__)

BEAT_S = 5.0
HOLD_POLL_S = 0.5
SAME_IN_A_ROW = 3
MODELS = (Policy.ENDPOINT, Policy.TRANSFORMERS)


def work() -> uuid.UUID | None:
    """Claim the next run and work on it to its end; which one, or None when there is nothing to do."""
    close_old_connections()
    worker = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
    run = services.claim_run(worker)
    connections.close_all()  # the run has threads of its own for its rows
    if run is None:
        return None
    asyncio.run(Runner(run, worker).go())
    return run.pk


class Ended(Exception):
    """The run is over, in this way."""

    def __init__(
        self, ending: str, reason: str = "", claimed: bool | None = None, action: Action | None = None
    ):
        super().__init__(reason)
        self.ending, self.reason, self.claimed, self.action = ending, reason, claimed, action


@dataclass(slots=True)
class Times:
    """Where one turn's time went, in ms. ``overhead`` is what is neither the model's nor the phone's own: to
    look, to record, and all between."""

    began: float = field(default_factory=time.perf_counter)
    model: float = 0.0
    phone: float = 0.0
    look: float = 0.0
    record: float = 0.0

    def spent(self, name: str, since: float) -> None:
        setattr(self, name, getattr(self, name) + (time.perf_counter() - since) * 1000)

    def details(self) -> dict:
        total = (time.perf_counter() - self.began) * 1000
        parts = {"phone": self.phone, "look": self.look, "record": self.record}
        parts["overhead"] = total - self.model - self.phone
        return {f"{name}_ms": round(spent, 1) for name, spent in parts.items()}


class Runner:
    """``go()`` to the end. Nothing is raised: whatever happens becomes the run's ending."""

    def __init__(self, run: Run, worker: str):
        self.run, self.worker = run, worker
        self.agent, self.task, self.device = run.agent, run.task, run.device
        self.dialect = dialects.get(run.agent.dialect)
        #: Only a model looks at pictures.
        self.shown = run.agent.observation if run.agent.policy in MODELS else "tree"
        self.phone: PhoneDriver | None = None
        self.policy: policies.Policy | None = None
        self.film = Film(run.episode_id)
        self.history: list[prompts.Past] = []
        self.recent: list[str] = []
        self.apps: dict[str, str] = {}
        self.turns = self.steps = 0
        self._ends_at = float("inf")  # monotonic s; a hold puts it off
        self._rules: list[dict] = []
        self._asked: object = None  # what the guard has asked a person about
        self._lost: Exception | None = None
        # One thread each: what the next action waits for is written in order; pictures, and what is known of
        # a step only later, do not keep it waiting.
        self._db, self._store = ThreadPoolExecutor(1, "rows"), ThreadPoolExecutor(1, "pictures")
        self._storing: set[asyncio.Future] = set()

    async def go(self) -> None:
        beat = asyncio.create_task(self._beat())
        try:
            end = await self._to_the_end()
            verdict = await self._verdict(end)
            await self._close()
            video = await self._in(self._store, wrapup.store_film, self.run.episode)
            text = getattr(end.action, "text", "")
            finish = partial(services.end_run, self.run, end.ending, end.reason, end.claimed, text)
            await self._in(self._db, finish, worker=self.worker, verdict=verdict, video=video)
            films.forget(self.run.episode_id)
        except RunLost as lost:
            log.warning("%s: not mine any more: %s", self.run.pk, lost)
        except Exception:
            # Nobody can end it here; without a sign of life it is ended, and tried again, by whoever reaps.
            log.exception("%s: could not be ended", self.run.pk)
        finally:
            beat.cancel()
            await self._close()
            for pool in (self._db, self._store):
                await self._in(pool, connections.close_all)
                pool.shutdown(wait=False)

    async def _to_the_end(self) -> Ended:
        try:
            return await self._attempt()
        except Ended as end:
            return end
        except RunLost:
            raise
        except (AdbError, CaptureFailed, PolicyDown, preparation.CannotPrepare) as error:
            return Ended(Ending.INFRASTRUCTURE, f"{type(error).__name__}: {error}")
        except Exception as error:
            log.exception("%s: the runner broke", self.run.pk)
            return Ended(Ending.INFRASTRUCTURE, f"The runner broke: {error!r}")

    async def _attempt(self) -> Ended:
        self._rules = await self._in(self._db, services.active_rules)
        self.policy = policies.make(self.agent.policy, self.agent.settings, self.task.setup, self.run.seed)
        device, mock = remote.connect(self.device), self.device.kind == Device.Kind.MOCK
        await preparation.prepare(device, self.device.kind, self.task, self._preparing)
        self.apps = await remote.labels(device, mock)
        self.phone = PhoneDriver(device, host.configured_jar(), mock, self.film.write)
        await self.phone.__aenter__()
        self.run = await self._in(
            self._db, services.begin_run, self.run, self.worker, self.phone.width, self.phone.height
        )
        self._ends_at = time.monotonic() + self.task.time_limit_s
        limit = self.agent.step_limit or self.task.step_limit
        while self.turns < limit:
            if self._lost:
                raise self._lost
            await self._turn()
        raise Ended(Ending.STEP_LIMIT, f"{limit} steps are done.")

    async def _preparing(self, step: int, of: int, message: str) -> None:
        await self._in(self._db, services.note_preparing, self.run.episode, step, of, message)

    # --- one turn ---

    async def _turn(self) -> None:
        """Look, ask, record, act, settle. A hold that changed the screen meanwhile makes the answer void."""
        times = Times()
        seen = await self.phone.observe()
        times.spent("look", times.began)
        (screen, jpeg, elements), nodes = await asyncio.gather(
            asyncio.to_thread(prompts.look, seen, self.shown, self.agent.image_width, self.apps),
            asyncio.to_thread(lambda: trees.to_nodes(seen.tree) if seen.tree else []),
        )
        question = Question(
            self.task.goal,
            seen,
            screen,
            jpeg,
            elements,
            [*self.history],
            self.dialect,
            self.run.seed,
            self.turns,
        )
        # While the model thinks. The picture that it is shown is the one that is kept, if it is whole.
        whole = jpeg if screen.image == (seen.width, seen.height) else None
        stored = self._keep(seen, nodes, whole) if self.agent.policy in MODELS else None
        asked = time.perf_counter()
        try:
            async with asyncio.timeout(max(0.0, self._ends_at - time.monotonic())):
                answer = await self.policy.act(question)
        except TimeoutError:
            raise Ended(Ending.TIME_LIMIT, f"{self.task.time_limit_s} seconds are over.") from None
        times.spent("model", asked)
        acts, error = self._understood(answer, screen)
        elements_hit = [_element(action, nodes) for action in acts]
        details = answer.details | {
            "dialect": f"{self.dialect.name} {self.dialect.version}",
            "observation": self.shown,
            "image": screen.image,
            "settled": seen.settled,
        }
        recording = time.perf_counter()
        turn, steps = await self._record(answer, acts, elements_hit, error, seen, times, details)
        times.spent("record", recording)
        if turn is None:
            return  # a person was at the phone: look again
        self.turns, self.steps = self.turns + 1, self.steps + len(steps)
        for action in acts:
            if action.is_final and not await self._user_helps(action):
                self._later(self._attach(turn, steps, stored or self._keep(seen, nodes), answer.prompt))
                raise _end_of(action)
            started = time.perf_counter()
            await self.phone.perform(action)  # a final one does nothing to it
            stored = stored or self._keep(seen, nodes)  # while the phone settles
            await self.phone.settle()
            times.spent("phone", started)
        self._later(self._attach(turn, steps, stored or self._keep(seen, nodes), answer.prompt))
        self._later(self._in(self._store, services.note_turn, turn, details | times.details()))

    async def _user_helps(self, action: Action) -> bool:
        """Whether who was called has passed what only a person can, and hands the phone back. Mock phones and
        stand-ins have such a user; with a real one the run ends, for its people to see to."""
        if action.name != "call_user" or self.device.kind == Device.Kind.REAL:
            return False
        told = await self.phone.device.shell(["user", "helps"])
        return told.text.strip() == "helped"

    def _understood(self, answer: Answer, screen) -> tuple[tuple[Action, ...], str]:
        """The actions, with the words of the answer made whole: (actions, why it could not be read)."""
        if answer.actions:
            if not answer.raw:
                answer.raw = self._in_words(answer, screen)
            return answer.actions, ""
        try:
            reply = self.dialect.read(answer.raw, screen)
        except ActionError as error:
            return (), str(error)
        answer.thought = reply.thought
        return reply.actions, ""

    def _in_words(self, answer: Answer, screen) -> str:
        try:
            return self.dialect.write(answer.actions[0], screen, answer.thought)
        except ActionError:
            return actions.canonical(answer.actions[0])

    async def _record(
        self, answer, acts, elements, error: str, seen: Observation, times: Times, details: dict
    ):
        """The rows, before the phone is touched; (None, []) when a person was at the phone meanwhile."""
        steps = [self._step(action, element, seen) for action, element in zip(acts, elements, strict=True)]
        flags = self._loop(acts)
        fields = {
            "thought": answer.thought, "raw": answer.raw, "error": error,
            "action": acts[0].to_json() if acts else None, "details": details,
            "latency_ms": round(times.model), "tokens_in": answer.tokens_in, "tokens_out": answer.tokens_out,
        }  # fmt: skip
        while True:
            await self._allowed(acts, elements)
            try:
                made = await self._in(
                    self._db,
                    services.record_turn,
                    self.run,
                    self.worker,
                    self.turns,
                    self.steps,
                    steps,
                    flags,
                    **fields,
                )
            except OnHold:
                if await self._hold():
                    return None, []
                continue
            said = prompts.unread(answer.raw, error) if error else answer.raw
            self.history.append(prompts.Past(said))
            return made

    def _step(self, action: Action, element: dict | None, seen: Observation) -> dict:
        return {
            "action": action.to_json(),
            "at": timezone.now(),
            "duration_ms": getattr(action, "duration", 0),
            "element": element,
            "foreground": {"package": seen.package, "activity": seen.activity} if seen.package else None,
            "width": seen.width,
            "height": seen.height,
            "flag": "The app on the screen forbids pictures of itself." if seen.secure else "",
        }

    def _loop(self, acts) -> list[dict]:
        """A flag when the same was done three times in a row."""
        self.recent = [*self.recent, *(actions.canonical(action) for action in acts)][-SAME_IN_A_ROW:]
        if len(self.recent) == SAME_IN_A_ROW and len(set(self.recent)) == 1:
            return [{"turn": self.turns, "kind": "loop"}]
        return []

    # --- what is kept ---

    def _keep(self, seen: Observation, nodes: list[dict], jpeg: bytes | None = None) -> asyncio.Future:
        """Put picture and tree away while the model thinks."""
        return self._later(self._in(self._store, _store_look, seen, nodes, jpeg))

    async def _attach(self, turn, steps, stored, prompt) -> None:
        fields = await stored
        blob = await self._in(self._store, _store_prompt, prompt)
        await self._in(self._store, services.attach_pictures, turn, steps, blob, **fields)

    def _later(self, work) -> asyncio.Task:
        task = asyncio.ensure_future(work)
        self._storing.add(task)
        task.add_done_callback(self._storing.discard)
        return task

    async def _verdict(self, end: Ended) -> dict | None:
        """The verifier's word, while the phone stands as the agent left it."""
        if not (self.task.verifier and self.phone and self.device.kind == Device.Kind.MOCK):
            return None
        if end.ending in (Ending.INFRASTRUCTURE, Ending.STOPPED):
            return None
        text = end.action.text if end.action is not None and end.action.name != "call_user" else None
        try:
            name = end.action.name if end.action else None
            return await wrapup.ask_verifier(self.phone.device, self.task.verifier, text, name)
        except (AdbError, ValueError) as error:
            log.warning("%s: no verdict: %s", self.run.pk, error)
            return None

    async def _close(self) -> None:
        if self._storing:
            await asyncio.gather(*self._storing, return_exceptions=True)
        phone, self.phone = self.phone, None
        if phone:
            await phone.close()
            await asyncio.to_thread(self.film.cut)
        policy, self.policy = self.policy, None
        if policy:
            await policy.close()

    # --- people ---

    async def _beat(self) -> None:
        """Signs of life while the model thinks. A lost run or phone is told at the next turn."""
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                row = await self._in(self._db, services.beat_run, self.run, self.worker)
                lease = row.episode.lease
                if row.state == RunState.RUNNING and lease.ended_at:
                    self._lost = Ended(
                        Ending.STOPPED, f"The phone was taken away: {lease.get_end_display()}."
                    )
            except RunLost as lost:
                self._lost = lost
            except Exception as error:  # the database may be away for a moment
                log.warning("%s: no sign of life could be given: %s", self.run.pk, error)

    async def _allowed(self, acts, elements) -> None:
        """On a real phone, what is risky waits for a person's word."""
        if self.device.kind != Device.Kind.REAL or self._asked is acts:
            return
        for action, element in zip(acts, elements, strict=True):
            if why := guard.reason(action, element, self._rules):
                self._asked = acts
                pending = {"action": action.to_json(), "element": element, "reason": why}
                await self._in(self._db, services.ask_about, self.run, self.worker, pending)
                return

    async def _hold(self) -> bool:
        """Wait while a person holds the run; True when they were at the phone meanwhile."""
        began, driven = time.monotonic(), False
        while True:
            row = await self._in(self._db, services.beat_run, self.run, self.worker)
            if row.state == RunState.RUNNING:
                self._ends_at += time.monotonic() - began
                self.run.episode.lease = row.episode.lease
                return driven
            driven = driven or row.state == RunState.TAKEN_OVER
            await asyncio.sleep(HOLD_POLL_S)

    async def _in(self, pool: ThreadPoolExecutor, work, *args, **named):
        """In one of the two threads, from where a notice finds its way back to this loop's connections."""
        return await sync_to_async(work, thread_sensitive=False, executor=pool)(*args, **named)


def _element(action: Action, nodes: list[dict]) -> dict | None:
    app = trees.without_keyboard(nodes)
    if points := getattr(action, "points", None):
        return trees.element_at(app, *points[0])
    if action.name in ("type", "button_press") and (field_node := trees.focused_field(app)):
        return trees.as_element(field_node, app)
    return None


def _end_of(action: Action) -> Ended:
    if action.name == "call_user":
        return Ended(Ending.AGENT_GAVE_UP, action.text, False, action)
    return Ended(Ending.AGENT_DONE, "", True, action)


def _store_look(seen: Observation, nodes: list[dict], jpeg: bytes | None) -> dict:
    """Blobs of picture (its JPEG, if there is one already) and tree; the fields of a Step that hold them."""
    capture = Capture(seen.width, seen.height)
    if seen.image is not None:
        capture.picture = jpeg or prompts.picture(seen.image)[0]
    if seen.tree is not None:
        capture.nodes, capture.stale = nodes, seen.tree.stale
    stored = captures.store(capture)
    return {key: stored[key] for key in ("screenshot", "thumbnail", "tree")}


def _store_prompt(messages: list[dict] | None):
    """The prompt as it was sent, pictures replaced by a word: they lie with the step."""
    if messages is None:
        return None

    def plain(part):
        return {"type": "image_url"} if isinstance(part, dict) and part.get("type") == "image_url" else part

    told = [
        {**message, "content": [plain(part) for part in message["content"]]}
        if isinstance(message["content"], list)
        else message
        for message in messages
    ]
    return blobs.put_bytes(json.dumps(told, ensure_ascii=False).encode(), "application/json")
