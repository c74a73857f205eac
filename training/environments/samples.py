"""Sample episodes of a step, for people to look at: lines of JSON, with the pictures beside them."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from evaluation.agents.prompts import picture
from evaluation.trees import to_nodes
from training.environments.episode import RolloutStep, Trajectory

WIDTH = 270  # px of the pictures
ELEMENTS = ("text", "desc", "role", "bounds")


def write(
    path: Path,
    trajectories: Sequence[Trajectory],
    advantages: Sequence[float | None] = (),
) -> int:
    """Those that were kept whole (``collect(keep=…)``), each a line; how many. ``advantages``: one each."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = []
    for number, trajectory in enumerate(trajectories):
        if not any(step.seen for step in trajectory.steps):
            continue
        name = f"{path.stem}-{len(lines)}"
        told = sample(trajectory, lambda n, jpeg, name=name: _stored(path.parent / f"{name}-{n}.jpg", jpeg))
        advantage = advantages[number] if number < len(advantages) else None
        for step in told["steps"]:
            step["advantage"] = advantage
        lines.append(json.dumps(told, ensure_ascii=False))
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return len(lines)


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
    image = None if seen is None or seen.image is None else store(number, picture(seen.image, WIDTH)[0])
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
