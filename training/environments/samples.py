"""Sample episodes of a step, for people to look at: lines of JSON, with the pictures beside them. Some are
told whole in files of their own (``N-PLACE.whole.json``), of which the platform makes episodes of its own."""

import json
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from evaluation.trees import to_nodes
from training import atomic
from training.environments.episode import RolloutStep, Trajectory
from training.folder import WHOLE

MOST_WHOLE, WHOLE_A_ROUND = 200, 2  # of a job, of a round
ELEMENTS = ("text", "desc", "role", "bounds")


def write(
    path: Path,
    trajectories: Sequence[Trajectory],
    advantages: Sequence[float | None] = (),
    whole: int = 0,
) -> int:
    """Those that were kept (``collect(keep=…)``), each a line; how many. ``advantages``: one each.
    ``whole``: so many are told whole beside, of each kind of phone in turn."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines, kept = [], []
    for number, trajectory in enumerate(trajectories):
        if not any(step.seen for step in trajectory.steps):
            continue
        kept.append(trajectory)
        name = f"{path.stem}-{len(lines)}"
        told = sample(trajectory, lambda n, jpeg, name=name: _stored(path.parent / f"{name}-{n}.jpg", jpeg))
        advantage = advantages[number] if number < len(advantages) else None
        for step in told["steps"]:
            step["advantage"] = advantage
        lines.append(json.dumps(told, ensure_ascii=False))
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    for place in sorted(_in_turn(kept)[:whole]):
        told = json.loads(lines[place])
        atomic.write_json(path.parent / f"{path.stem}-{place}{WHOLE}", _whole(kept[place], told, place))
    return len(lines)


def whole_of(number: int, rounds: int) -> int:
    """How many samples of round ``number`` are told whole: a few of every so many rounds, so that they are
    spread over the job and a long one does not fill the platform."""
    every = max(1, math.ceil(rounds * WHOLE_A_ROUND / MOST_WHOLE))
    return WHOLE_A_ROUND if (number - 1) % every == 0 else 0


def _in_turn(kept: Sequence[Trajectory]) -> list[int]:
    """Places: the first of each kind of phone, then the seconds, …"""
    seen: dict[str, int] = {}
    ranks = []
    for place, trajectory in enumerate(kept):
        rank = seen[trajectory.environment] = seen.get(trajectory.environment, -1) + 1
        ranks.append((rank, place))
    return [place for _, place in sorted(ranks)]


def _whole(trajectory: Trajectory, told: dict, place: int) -> dict:
    """A sample with all that an episode of the platform holds: whole trees, what was in front, times."""
    now, goal = time.monotonic(), trajectory.goal
    first = trajectory.steps[0].seen.captured_at
    for step, line in zip(trajectory.steps, told["steps"], strict=True):
        seen = step.seen
        line |= {
            "nodes": None if seen.tree is None else to_nodes(seen.tree),
            "stale": bool(seen.tree and seen.tree.stale), "package": seen.package,
            "activity": seen.activity, "at": round(seen.captured_at - first, 3),
        }  # fmt: skip
    details = trajectory.reward.details if trajectory.reward else {}
    return told | {
        "place": place, "apps": list(goal.apps), "began_at": time.time() - (now - first),
        "rules": details.get("rules"), "side_effects": details.get("side_effects", 0),
    }  # fmt: skip


def sample(trajectory: Trajectory, store: Callable[[int, bytes], str]) -> dict:
    """``store(step, jpeg)`` keeps a picture and gives its name."""
    goal, reward = trajectory.goal, trajectory.reward
    return {
        "goal": goal.goal,
        "task": goal.key,
        "environment": trajectory.environment,
        "phone": trajectory.phone,
        "category": goal.category,
        "reward": None if reward is None else reward.value,
        "progress": None if reward is None else reward.progress,
        "why": trajectory.error if reward is None else reward.why,
        "ending": trajectory.ending,
        "answer": trajectory.answer,
        "seconds": round(trajectory.seconds, 3),
        "steps": [_step(n, step, store) for n, step in enumerate(trajectory.steps)],
        "episode": None,
    }


def _step(number: int, step: RolloutStep, store: Callable[[int, bytes], str]) -> dict:
    seen = step.seen
    image = None if step.shot is None else store(number, step.shot)
    tree = None if seen is None or seen.tree is None else to_nodes(seen.tree)
    return {
        "told": step.told,
        "answer": step.sampled.text,
        "actions": [action.to_json() for action in step.actions],
        "parsed": step.parsed,
        "loop": step.loop,
        "picture": image,
        "width": seen.width if seen else 0,
        "height": seen.height if seen else 0,
        "elements": None if tree is None else [{key: node[key] for key in ELEMENTS} for node in tree],
        "advantage": None,
    }


def _stored(path: Path, jpeg: bytes) -> str:
    path.write_bytes(jpeg)
    return path.name
