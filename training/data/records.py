"""An episode as plain JSON: the form in which datasets keep it and by which it is hashed."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict

from devices import actions
from devices.observation import Observation
from training.data.episodes import Episode, Source, Step, TaskRef
from training.data.pictures import Pictured
from training.data.trees import flat, from_flat

_SEEN = ("width", "height", "package", "activity", "rotation", "secure", "settled")


def canonical(data) -> bytes:
    """One text for one value."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "surrogatepass")


def digest(data) -> str:
    return hashlib.sha256(canonical(data)).hexdigest()


def to_json(episode: Episode, keep: Callable[[Observation], str | None]) -> dict:
    """``keep`` stores an observation's picture and gives its name, None where there is none. A tree that
    shows several times stands in ``trees`` once."""
    trees: list[dict] = []
    known: dict = {}  # by the root's identity, which is quick, and by content, which is sure
    steps = []
    for step in episode.steps:
        seen, place = step.observation, None
        if seen.tree is not None:
            look = (id(seen.tree.root), seen.tree.rotation, seen.tree.stale)
            if look not in known:
                tree = {"nodes": flat(seen.tree), "rotation": seen.tree.rotation, "stale": seen.tree.stale}
                known[look] = known.setdefault(canonical(tree), len(trees))
                if known[look] == len(trees):
                    trees.append(tree)
            place = known[look]
        steps.append(
            {
                "action": step.action.to_json(),
                "thought": step.thought,
                **{name: getattr(seen, name) for name in _SEEN},
                "tree": place,
                "picture": keep(seen),
            }
        )
    return {
        **{
            name: getattr(episode, name)
            for name in ("id", "goal", "reward", "answer", "device_kind", "apps", "language", "about")
        },
        "task": {**asdict(episode.task), "apps": list(episode.task.apps)},
        "source": str(episode.source),
        "steps": steps,
        "trees": trees,
    }


def from_json(data: dict, load: Callable[[str], bytes]) -> Episode:
    """The episode again. ``load`` reads a picture by its name, when it is looked at. Steps that show the same
    tree share it. ValueError for what is no episode."""
    try:
        trees = [from_flat(t["nodes"], t["rotation"], t["stale"]) for t in data["trees"]]
        steps = [
            Step(_seen(row, trees, load), actions.from_json(row["action"]), row["thought"])
            for row in data["steps"]
        ]
        return Episode(
            task=TaskRef(**{**data["task"], "apps": tuple(data["task"]["apps"])}),
            source=Source(data["source"]),
            steps=steps,
            **{k: v for k, v in data.items() if k not in ("task", "source", "steps", "trees")},
        )
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"no episode: {error!r}") from error


def _seen(row: dict, trees: list, load) -> Observation:
    told = {name: row[name] for name in _SEEN}
    if row["tree"] is not None:
        told["tree"] = trees[row["tree"]]
    name = row["picture"]
    if name is None:
        return Observation(**told)
    return Pictured(load=lambda: load(name), extension=name.rpartition(".")[2], name=name, **told)
