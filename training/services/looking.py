"""A look into a frozen dataset: its list, an episode, a picture."""

from evaluation.agents import dialects, prompts
from evaluation.agents.dialects import CannotSay, Screen
from phonebuddy.api.errors import Conflict, NotFound
from training.data.episodes import Episode, Source
from training.data.store import INDEX, Damaged
from training.data.store import Dataset as Stored
from training.models import Dataset, DatasetState

MARKS = ("mistakes", "recoveries", "unseen", "secret")


def opened(row: Dataset) -> Stored:
    """Conflict when it is not frozen, or not what it was."""
    if row.state != DatasetState.FROZEN:
        raise Conflict("This dataset is not frozen yet.", "state")
    try:
        return Stored.open(row.folder)
    except Damaged as error:
        raise Conflict(f"The dataset is damaged: {error}.", "damaged") from error


def files_of(row: Dataset) -> list[dict]:
    """[{name, size, sha256}] of its own files; pictures are named by their hash and in the episodes'."""
    if row.state != DatasetState.FROZEN:
        return []
    try:
        files = opened(row).card["files"]
    except Conflict:
        return []
    return [{"name": name, **files[name]} for name in sorted(files, key=lambda n: n != INDEX)]


def rows_of(stored: Stored) -> list[dict]:
    names = ("goal", "task", "source", "reward", "n_steps", "category")
    return [
        {"index": n, **{name: row[name] for name in names}, "episode": _recorded(row["id"], row["source"])}
        for n, row in enumerate(stored.rows)
    ]


def episode_at(stored: Stored, index: int) -> dict:
    """One episode in the shape of a job's samples. NotFound; Conflict when it is damaged."""
    if not 0 <= index < len(stored):
        raise NotFound("There is no such episode in this dataset.")
    try:
        episode = stored[index]
    except Damaged as error:
        raise Conflict(f"The dataset is damaged: {error}.", "damaged") from error
    return {
        "goal": episode.goal,
        "task": episode.task.key,
        "environment": episode.device_kind,
        "category": episode.task.category,
        "reward": episode.reward,
        "progress": None,
        "why": "; ".join(episode.about.get("ways", ())) or str(episode.about.get("judged_by", "")),
        "ending": episode.steps[-1].action.name if episode.steps else "",
        "seconds": 0.0,
        "episode": _recorded(episode.id, str(episode.source)),
        "steps": [_step(episode, n) for n in range(len(episode.steps))],
    }


def picture_at(stored: Stored, name: str) -> bytes:
    try:
        return stored.picture(name)
    except Damaged as error:
        raise NotFound("There is no such picture in this dataset.") from error


def _recorded(key: str, source: str) -> str | None:
    """The platform's own episode, where it is one."""
    return None if source == Source.ORACLE else key.partition("/")[0]


def _step(episode: Episode, number: int) -> dict:
    step, seen = episode.steps[number], episode.steps[number].observation
    dialect = dialects.get("phonebuddy-json")
    try:
        answer = dialect.write(step.action, Screen(seen.width, seen.height, apps=episode.apps), step.thought)
    except CannotSay:
        answer = step.action.name
    marks = [name for name in MARKS if number in episode.about.get(name, ())]
    marks += ["closes: " + kind for n, kind in episode.about.get("closings", {}).items() if int(n) == number]
    told = prompts.tree_text(seen.tree, seen.width, seen.height)[0] if seen.tree else ""
    name = None
    if hasattr(seen, "load"):
        name = seen.name
    return {
        "told": "\n".join([*(f"({mark})" for mark in marks), told]).strip(),
        "answer": answer,
        "actions": [step.action.to_json()],
        "parsed": True,
        "picture": name,
        "width": seen.width,
        "height": seen.height,
        "elements": _elements(seen.tree) if seen.tree else None,
    }


def _elements(tree) -> list[dict]:
    """What can be read or touched."""
    return [
        {
            "text": n.label() if n.takes_touch else n.text,
            "desc": n.desc,
            "role": n.role,
            "bounds": list(n.bounds),
        }
        for n in tree.root.walk()
        if n.cls and (n.text or n.desc or n.takes_touch)
    ]
