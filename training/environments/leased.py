"""The phones over adb of one job: those it was lent, else stand-ins of its own."""

import contextlib
import logging
from collections.abc import Iterator, Sequence
from pathlib import Path

from training.environments.fleet import Phones
from training.environments.loop import Loop
from training.environments.real import Address, RealEnvironment
from training.environments.rewards import RubricJudge
from training.environments.standins import stand_ins

log = logging.getLogger(__name__)


@contextlib.contextmanager
def phones(
    folder: Path | None,
    rows: Sequence[dict],
    *,
    judge: dict | None = None,
    count: int = 2,
    sees: bool = False,
    timeout: float = 60.0,
    seed: int = 1,
) -> Iterator[Phones]:
    """``rows``: as they stand in the job's configuration; without any, ``count`` stand-ins are started.

    Whoever lends phones may exchange them (``phones.json``); stand-ins of the job's own stay its own.
    ``judge``: settings of a RubricJudge, with ``unsure`` beside them; its verdicts are kept in ``folder``.
    ``sees``: whether the learner is shown pictures. ``fleet.judge`` tells how the judge was used.
    """
    settings = dict(judge or {})
    unsure = settings.pop("unsure", "leave_out")
    referee = RubricJudge(settings, unsure, folder / "judgements.jsonl" if folder else None)
    with contextlib.ExitStack() as stack:
        loop = Loop()
        stack.callback(loop.close)
        lent = bool(rows)
        if not lent:
            log.warning("No phone was lent: %d stand-ins of PhoneWorld take the place of real ones.", count)
            rows = stack.enter_context(stand_ins(count, seed, loop))

        def opened(row: dict) -> RealEnvironment:
            return RealEnvironment(Address.of(row), loop, referee, sees, timeout)

        fleet = Phones(rows, opened, folder, follows=lent)
        fleet.judge = referee
        stack.callback(fleet.close)
        yield fleet
