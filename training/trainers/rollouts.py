"""A round of reinforcement learning before anything is learnt: goals drawn, groups rolled out, advantages.

Groups without variance teach nothing: they are dropped and others rolled out in their place, as often as
``refills`` says (DAPO's dynamic sampling, Yu et al. 2503.14476). What the environment spoilt is left out and
counted, never rewarded 0.
"""

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from training.config import RLConfig
from training.environments import mixed, samples
from training.environments.collect import MOCK, REAL, Environments, Group, Timed, Trajectory, collect
from training.environments.curriculum import Curriculum, Round, by_group
from training.environments.episode import Limits
from training.forms import Form
from training.generation import Policy

SAME = 1e-6  # scores this near are equal
STEADY = 1e-4  # keeps a tiny deviation from blowing advantages up


@dataclass(slots=True)
class Row:
    """One step as it is learnt from: what was asked, what was sampled, how good the whole episode was."""

    prompt_ids: list[int]
    answer_ids: list[int]
    logprobs: list[float]
    advantage: float
    images: list[np.ndarray] = field(default_factory=list)


@dataclass(slots=True)
class Batch:
    """Of one round. ``values``: points of the curves. ``trajectories``: all, with their advantages (None for
    those that nothing is learnt from)."""

    number: int
    rows: list[Row]
    values: dict[str, float]
    trajectories: list[Trajectory] = field(default_factory=list)
    advantages: list[float | None] = field(default_factory=list)


def score(trajectory: Trajectory, progress: float) -> float:
    """Success, and what the way there is worth where milestones are known."""
    return trajectory.reward.value + progress * trajectory.reward.progress


def advantages(group: Sequence[Trajectory], config: RLConfig) -> list[float | None] | None:
    """One for each episode (None: its environment failed); None for a group that teaches nothing."""
    scores = [score(t, config.progress) for t in group if t.reward is not None]
    if len(scores) < 2 or max(scores) - min(scores) < SAME:
        return None
    mean = statistics.fmean(scores)
    scale = statistics.stdev(scores) + STEADY if config.scale_rewards else 1.0

    def of(trajectory: Trajectory) -> float | None:
        if trajectory.reward is None:
            return None
        value = (score(trajectory, config.progress) - mean) / scale
        return value if value >= 0 else config.negative * value

    return [of(trajectory) for trajectory in group]


def rows_of(trajectory: Trajectory, advantage: float, config: RLConfig) -> list[Row]:
    """A row a step, all with the episode's advantage. Left out: answers that were cut or could not be read,
    where the configuration says so, rows longer than may be learnt from, and episodes that weigh nothing."""
    rows: list[Row] = []
    if not advantage:
        return rows
    for step in trajectory.steps:
        said = step.sampled
        if (config.mask_cut and said.cut) or (config.mask_parse_errors and not step.parsed):
            continue
        if len(said.prompt_ids) + len(said.answer_ids) > config.max_tokens:
            continue
        rows.append(
            Row(said.prompt_ids, said.answer_ids, said.logprobs, advantage, said.extras.get("images", []))
        )
    return rows


class Rollouts:
    """``batch(n)`` makes the n-th round's rows. The same state and policy make the same rows."""

    def __init__(
        self,
        policy: Policy,
        form: Form,
        curriculum: Curriculum,
        environments: Environments,
        config: RLConfig,
        *,
        folder: Path | None = None,
        share: int = 1,
        stop: Callable[[], bool] | None = None,
    ):
        """``share``: processes among which the groups are divided."""
        self.policy, self.form, self.curriculum, self.config = policy, form, curriculum, config
        self.environments, self.folder, self.share, self.stop = environments, folder, share, stop
        self.episodes = 0

    def batch(self, number: int) -> Batch:
        """Raises Stalled when so many rounds in a row taught nothing that going on is a waste."""
        config, timed = self.config, Timed()
        taught: list[tuple[list[Trajectory], list[float | None]]] = []
        seen: list[list[Trajectory]] = []
        wanted = self._wanted(number)
        total = Round()
        for attempt in range(config.refills + 1):
            groups = self._draw(wanted, {group[0].goal.key for group in seen})
            if not groups:
                break
            found = self._collect(groups, number, attempt, timed)
            for kind, count in _tally(self.curriculum.tell(found)).items():
                setattr(total, kind, getattr(total, kind) + count)
            for group in found:
                seen.append(group)
                if (values := advantages(group, config)) is not None:
                    taught.append((group, values))
                    wanted[group[0].environment] -= 1
            if self.stop and self.stop():
                break
        self.curriculum.close_round(Round(mixed=len(taught)))
        if self.curriculum.dead >= config.dead_rounds:
            raise Stalled(
                f"{self.curriculum.dead} rounds in a row brought no group whose episodes ended differently: "
                "the tasks are all too hard or all mastered, or the reward does not tell them apart."
                + _without_reward([trajectory for group in seen for trajectory in group])
            )
        rows = [
            row
            for group, values in taught
            for trajectory, advantage in zip(group, values, strict=True)
            if advantage is not None
            for row in rows_of(trajectory, advantage, config)
        ]
        known = {id(t): value for group, values in taught for t, value in zip(group, values, strict=True)}
        flat = [trajectory for group in seen for trajectory in group]
        self.episodes += len(flat) * self.share  # the other processes roll out as many
        batch = Batch(number, rows, {}, flat, [known.get(id(t)) for t in flat])
        batch.values = self._values(batch, seen, total, timed)
        if self.folder and config.samples:
            path = self.folder / "samples" / f"{number}.jsonl"
            samples.write(path, flat, batch.advantages, samples.whole_of(number, config.steps))
        return batch

    def state(self) -> dict[str, Any]:
        return {"curriculum": self.curriculum.to_json(), "episodes": self.episodes}

    def restore(self, state: dict[str, Any]) -> None:
        self.curriculum.restore(state["curriculum"])
        self.episodes = state["episodes"]

    def _wanted(self, number: int) -> dict[str, int]:
        """Groups of each kind. Shares that do not divide are evened out over the rounds."""
        groups = max(1, self.config.groups // self.share)
        return defaultdict(int, mixed.shares(groups, self.config.real_share, number))

    def _draw(self, wanted: dict[str, int], without: set[str]) -> list[Group]:
        return mixed.draw(self.curriculum, wanted, self.config.group_size, without)

    def _collect(self, groups, number: int, attempt: int, timed: Timed) -> list[list[Trajectory]]:
        config = self.config
        found = collect(
            self.policy, self.form, groups, self.environments, temperature=config.temperature,
            seed=(config.seed << 24) + (number << 4) + attempt,
            limits=Limits(config.step_limit, config.parse_errors),
            keep=config.samples if self.folder and attempt == 0 else 0, stop=self.stop, timed=timed,
        )  # fmt: skip
        return by_group(found)

    def _values(self, batch: Batch, seen, total: Round, timed: Timed) -> dict[str, float]:
        judged = [t for t in batch.trajectories if t.reward is not None]
        values: dict[str, float] = {
            "episodes": self.episodes,
            "environment_errors": len(batch.trajectories) - len(judged),
            "zero_variance": sum(advantages(g, self.config) is None for g in seen) / max(1, len(seen)),
            "rollout_s": timed.total,
            "model_s": timed.model,
            "rows": len(batch.rows),
        }
        for kind in (MOCK, REAL):
            mine = [t.reward.value for t in judged if t.environment == kind]
            if mine:
                values[f"reward_{kind}"] = statistics.fmean(mine)
        for category in sorted({t.goal.category for t in judged}):
            values[f"success_{category}"] = statistics.fmean(
                t.reward.value for t in judged if t.goal.category == category
            )
        steps = [step for t in judged for step in t.steps]
        if steps:
            values["reward"] = statistics.fmean(t.reward.value for t in judged)
            values["length"] = len(steps) / len(judged)
            values["answer_tokens"] = statistics.fmean(len(s.sampled.answer_ids) for s in steps)
            values["parse_errors"] = sum(not s.parsed for s in steps) / len(steps)
            values["loops"] = sum(s.loop for s in steps) / len(steps)
            read = sum(len(s.sampled.prompt_ids) + len(s.sampled.answer_ids) for s in steps)
            values["tokens_per_s"] = read / max(timed.total, 1e-6)
        values["device_s"] = sum(t.seconds for t in batch.trajectories if t.environment == REAL)
        values["judge_tokens"] = sum(
            t.reward.details.get("tokens_in", 0) + t.reward.details.get("tokens_out", 0) for t in judged
        )
        values["mixed"], values["solved"], values["failed"] = total.mixed, total.solved, total.failed
        return values


class Ahead:
    """Rounds rolled out while the one before is learnt from, by a policy server: a round is answered by the
    weights of one round earlier, which the clipping of ratios allows for. ``last``: the number of rounds.

    What is saved is the state before the round that is under way: it is rolled out again after a resume.
    """

    def __init__(self, rollouts: Rollouts, last: int):
        self.rollouts, self.last, self.policy = rollouts, last, rollouts.policy
        self._pool = ThreadPoolExecutor(1, "rollouts")
        self._next: tuple[int, Future] | None = None
        self._state = rollouts.state()

    def batch(self, number: int) -> Batch:
        if self._next and self._next[0] == number:
            batch = self._next[1].result()
        else:
            self.policy.refresh()
            batch = self.rollouts.batch(number)
        self._state = self.rollouts.state()
        self._next = None
        if number < self.last:
            self.policy.refresh()  # here, where nothing is being learnt meanwhile
            self._next = number + 1, self._pool.submit(self.rollouts.batch, number + 1)
        return batch

    def state(self) -> dict[str, Any]:
        return self._state

    def restore(self, state: dict[str, Any]) -> None:
        self.rollouts.restore(state)
        self._state = self.rollouts.state()


class Stalled(RuntimeError):
    """Nothing is learnt any more; in plain words."""


def _without_reward(episodes: Sequence[Trajectory]) -> str:
    """What kept episodes from a reward, most often: a judge that cannot be read, a phone that fails."""
    errors = Counter(one.error for one in episodes if one.reward is None)
    if not errors:
        return ""
    return (
        f" {errors.total()} of the last round's {len(episodes)} episodes have no reward, most often: "
        f"{errors.most_common(1)[0][0]}"
    )


def _tally(seen: Round) -> dict[str, int]:
    return {kind: getattr(seen, kind) for kind in ("mixed", "solved", "failed", "lost")}
