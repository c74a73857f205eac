"""The phones of a job: lent one episode at a time, put aside when they are bad, replaced when others come.

A phone that fails rests for a moment; one that fails again and again is in quarantine: written down with the
reason, and not used any more by this job. What comes instead stands in the job's ``phones.json``.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from training.environments.base import Environment, EnvironmentFailed

log = logging.getLogger(__name__)

STRIKES = 2  # failures in a row
REST_S = 2.0  # for each of them
PATIENCE_S = 120.0  # without any phone at all
LOOK_S = 1.0  # between two looks at phones.json


@dataclass(slots=True)
class _Phone:
    row: dict
    environment: Environment
    strikes: int = 0
    rests_until: float = 0.0
    lent_at: float | None = None
    gone: bool = False  # not the job's any more: it is closed once it comes back


class Phones:
    """``make(row)`` opens a phone of ``rows`` ({"serial", …}). Safe to use from many threads.

    ``folder``: the job's, where ``phones.json`` is looked for (if it ``follows``) and ``quarantine.jsonl`` is
    written.
    """

    def __init__(
        self,
        rows: Sequence[dict],
        make: Callable[[dict], Environment],
        folder: Path | None = None,
        strikes: int = STRIKES,
        patience_s: float = PATIENCE_S,
        follows: bool = True,
    ):
        self._make, self._folder, self._strikes, self._patience = make, folder, strikes, patience_s
        self._follows = follows
        self._change = threading.Condition()
        self._phones: dict[str, _Phone] = {}
        self._bad: set[str] = set()
        self._looked = self._changed = 0.0
        self._lost_since: float | None = None
        #: Seconds that phones were lent, all together.
        self.device_s = 0.0
        with self._change:
            self._take_in(rows)

    @property
    def size(self) -> int:
        with self._change:
            return max(1, sum(not phone.gone for phone in self._phones.values()))

    @property
    def quarantined(self) -> set[str]:
        """Serials of the bad ones."""
        with self._change:
            return set(self._bad)

    def take(self, timeout: float) -> Environment | None:
        """A phone that is free and rested; None when there was none in time. EnvironmentFailed when there has
        been none at all for too long."""
        end = time.monotonic() + timeout
        with self._change:
            while True:
                self._look()
                now = time.monotonic()
                free = [p for p in self._phones.values() if p.lent_at is None and not p.gone]
                ready = min((p for p in free if p.rests_until <= now), key=lambda p: p.strikes, default=None)
                if ready:
                    ready.lent_at = now
                    return ready.environment
                self._must_have_some(now)
                if now >= end:
                    return None
                rests = min((p.rests_until - now for p in free), default=LOOK_S)
                self._change.wait(max(0.01, min(end - now, rests, LOOK_S)))

    def give_back(self, environment: Environment, error: str = "") -> None:
        with self._change:
            phone = next((p for p in self._phones.values() if p.environment is environment), None)
            if phone is None:  # the fleet was closed meanwhile
                return
            now = time.monotonic()
            self.device_s += now - (phone.lent_at or now)
            phone.lent_at = None
            phone.strikes = phone.strikes + 1 if error else 0
            phone.rests_until = now + REST_S * phone.strikes
            if phone.strikes >= self._strikes:
                self._quarantine(phone, error)
            if phone.gone:
                self._phones.pop(phone.row["serial"])
            self._change.notify_all()
        if phone.gone:
            environment.close()

    def close(self) -> None:
        with self._change:
            phones, self._phones = list(self._phones.values()), {}
        for phone in phones:
            phone.environment.close()

    # --- with the lock held ---

    def _must_have_some(self, now: float) -> None:
        if any(not phone.gone for phone in self._phones.values()):
            self._lost_since = None
            return
        self._lost_since = self._lost_since or now
        if now - self._lost_since > self._patience:
            raise EnvironmentFailed(f"No phone is left: {len(self._bad)} in quarantine, none came instead.")

    def _quarantine(self, phone: _Phone, why: str) -> None:
        serial = phone.row["serial"]
        phone.gone = True
        self._bad.add(serial)
        log.warning("%s is put aside: %s", phone.environment.name, why)
        if self._folder:
            line = json.dumps({"serial": serial, "why": why[:500], "at": time.time()}, ensure_ascii=False)
            with (self._folder / "quarantine.jsonl").open("a", encoding="utf-8") as file:
                file.write(line + "\n")

    def _look(self) -> None:
        """Has the supervisor written other phones?"""
        now = time.monotonic()
        if self._folder is None or not self._follows or now - self._looked < LOOK_S:
            return
        self._looked = now
        path = self._folder / "phones.json"
        try:
            changed = path.stat().st_mtime
            if changed == self._changed:
                return
            rows = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):  # not there, or being written: the next look will tell
            return
        self._changed = changed
        self._take_in(rows)

    def _take_in(self, rows: Sequence[dict]) -> None:
        known = {row["serial"]: row for row in rows if row["serial"] not in self._bad}
        for serial in sorted(self._phones.keys() - known.keys()):
            phone = self._phones[serial]
            phone.gone = True
            if phone.lent_at is None:
                del self._phones[serial]
                threading.Thread(target=phone.environment.close, daemon=True).start()
        for serial, row in known.items():
            if serial not in self._phones:
                self._phones[serial] = _Phone(row, self._make(row))
        self._change.notify_all()
