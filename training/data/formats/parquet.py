"""Hugging Face parquet: a row a step, the screenshot as an ``Image`` column. Reads back to the same episodes.

``datasets.load_dataset("parquet", data_files="train.parquet")`` shows pictures, goals, actions; what belongs
to the whole episode stands in ``episode`` (JSON), a UI tree in ``tree`` (JSON, see ``training.data.trees``).
"""

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from evaluation.agents import dialects
from evaluation.agents.dialects import CannotSay, Screen
from training.data import records
from training.data.episodes import Episode
from training.data.formats.base import Options, Written, forget
from training.data.pictures import encoded

FILE = "train.parquet"
TEXTS = (
    "episode_id", "goal", "tree", "action", "answer", "thought", "package", "activity", "source", "episode",
)  # fmt: skip
NUMBERS = ("step", "n_steps", "width", "height", "rotation")
SEEN = ("width", "height", "package", "activity", "rotation", "secure", "settled")


def write(episodes: Iterable[Episode], folder: Path, options: Options) -> Written:
    from datasets import Dataset, Features, Image, Value

    written = Written()
    features = Features(
        {name: Value("string") for name in TEXTS}
        | {name: Value("int32") for name in NUMBERS}
        | {"image": Image(), "secure": Value("bool"), "settled": Value("bool"), "reward": Value("float32")}
    )

    def rows() -> Iterator[dict]:
        for episode in episodes:
            for row in _rows(episode, options):
                written.rows += 1
                yield row

    cache = folder / ".cache"
    made = Dataset.from_generator(rows, features=features, cache_dir=str(cache), fingerprint="rows")
    made.to_parquet(str(folder / FILE), batch_size=100)
    forget(cache)
    return written


def _rows(episode: Episode, options: Options) -> Iterator[dict]:
    dialect = dialects.get(options.dialect)
    data = records.to_json(episode, lambda seen: None)
    whole = {k: v for k, v in data.items() if k not in ("steps", "trees", "id", "goal", "reward", "source")}
    for index, (step, row) in enumerate(zip(episode.steps, data["steps"], strict=True)):
        seen, look = step.observation, encoded(step.observation)
        try:
            answer = dialect.write(
                step.action, Screen(seen.width, seen.height, apps=episode.apps), step.thought
            )
        except CannotSay:
            answer = None
        tree = None if row["tree"] is None else data["trees"][row["tree"]]
        yield {
            "episode_id": episode.id,
            "step": index,
            "n_steps": len(episode.steps),
            "goal": episode.goal,
            "image": look and {"bytes": look[0], "path": f"{index}.{look[1]}"},
            "tree": tree and json.dumps(tree, ensure_ascii=False),
            "action": json.dumps(row["action"], ensure_ascii=False),
            "answer": answer,
            "thought": step.thought,
            **{name: row[name] for name in SEEN},
            "source": data["source"],
            "reward": episode.reward,
            "episode": json.dumps(whole, ensure_ascii=False),
        }


def read(folder: Path) -> Iterator[Episode]:
    """The episodes of an export. ValueError for a table that is none."""
    from datasets import Image, load_dataset

    cache = folder / ".cache"
    table = load_dataset("parquet", data_files=str(folder / FILE), split="train", cache_dir=str(cache))
    if missing := {"episode_id", "step", "image", "action", "episode"} - set(table.column_names):
        raise ValueError(f"the table has no column {min(missing)!r}")
    table = table.cast_column("image", Image(decode=False))
    for _, group in groupby(table, key=lambda row: row["episode_id"]):
        yield _episode(list(group))
    del table
    forget(cache)


def _episode(rows: list[dict]) -> Episode:
    first, trees, steps, pictures = rows[0], [], [], {}
    for row in rows:
        name = None
        if row["image"]:
            name = f"{row['step']}.{(row['image']['path'] or 'x.png').rpartition('.')[2]}"
            pictures[name] = row["image"]["bytes"]
        if row["tree"] is not None:
            trees.append(json.loads(row["tree"]))
        steps.append(
            {
                "action": json.loads(row["action"]),
                "thought": row["thought"],
                **{key: row[key] for key in SEEN},
                "tree": None if row["tree"] is None else len(trees) - 1,
                "picture": name,
            }
        )
    told = {key: first[key] for key in ("goal", "reward", "source")} | json.loads(first["episode"])
    return records.from_json(
        {**told, "id": first["episode_id"], "steps": steps, "trees": trees}, pictures.__getitem__
    )
