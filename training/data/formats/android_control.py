"""AndroidControl: GZIP TFRecords, an episode an example, or the same as lines of JSON with pictures beside.

Between two screenshots lies one action, so n steps are n screenshots and n - 1 actions: our final action
("done") is the end of the list. What the format has no words for (a drag, Enter, an answer to give) cannot be
left out of an episode without making it wrong, so such an episode is left out whole, and counted.
Field by field as in the README of AndroidControl (google-research).
"""

import gzip
import hashlib
import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from PIL import Image

from devices.actions import Finish
from evaluation.agents import dialects
from evaluation.agents.dialects import CannotSay, Screen
from training.data.episodes import Episode, Source, Step, TaskRef
from training.data.formats import forest
from training.data.formats.base import Options, Pictures, Written, dump_lines, has_picture, lines
from training.data.pictures import Pictured, encoded

RECORDS, LINES = "android_control.tfrecord.gz", "android_control.jsonl"
DIALECT = "android-control"


class Unsayable(CannotSay):
    """Why an episode cannot be told in this format."""


def fields(episode: Episode) -> dict:
    """The episode's fields, pictures and trees aside. Raises Unsayable."""
    if (
        not episode.steps
        or episode.steps[-1].action.name != "finish"
        or episode.steps[-1].action.text not in ("", "Done")
    ):
        raise Unsayable("episodes that do not end with just done (they answer, or call the user)")
    dialect, said = dialects.get(DIALECT), []
    for step in episode.steps[:-1]:
        screen = Screen(step.observation.width, step.observation.height, apps=episode.apps)
        try:
            said.append(json.loads(dialect.write(step.action, screen).partition("Action: ")[2]))
        except CannotSay:
            raise Unsayable(
                f"episodes with an action that it has no words for ({step.action.name})"
            ) from None
    return {
        "episode_id": int.from_bytes(hashlib.sha256(episode.id.encode()).digest()[:6]),
        "goal": episode.goal,
        "screenshot_widths": [s.observation.width for s in episode.steps],
        "screenshot_heights": [s.observation.height for s in episode.steps],
        "actions": said,
        "step_instructions": [s.thought for s in episode.steps[:-1]],
    }


def write(episodes: Iterable[Episode], folder: Path, options: Options) -> Written:
    """TFRecords with PNG screenshots and accessibility forests."""
    from tfrecord.writer import TFRecordWriter

    class Into(TFRecordWriter):
        def __init__(self, file):
            self.file = file

    written = Written()
    with gzip.open(folder / RECORDS, "wb", compresslevel=1) as file:  # pictures are compressed already
        out = Into(file)
        for episode, told in _sayable(episodes, written):
            shots = [_png(*encoded(step.observation)) for step in episode.steps]
            trees = [forest.dump(step.observation.tree) for step in episode.steps]
            out.write(
                {
                    "episode_id": (told["episode_id"], "int"),
                    "goal": (told["goal"].encode(), "byte"),
                    "screenshots": (shots, "byte"),
                    "accessibility_trees": (trees, "byte"),
                    "screenshot_widths": (told["screenshot_widths"], "int"),
                    "screenshot_heights": (told["screenshot_heights"], "int"),
                    "actions": (
                        [json.dumps(a, ensure_ascii=False).encode() for a in told["actions"]],
                        "byte",
                    ),
                    "step_instructions": ([t.encode() for t in told["step_instructions"]], "byte"),
                }
            )
    return written


def read(folder: Path) -> Iterator[Episode]:
    """The episodes of TFRecords. Apps are named by labels there, so ``apps`` is what `open_app` said."""
    from tfrecord import example_pb2
    from tfrecord.reader import tfrecord_iterator

    for record in tfrecord_iterator(str(folder / RECORDS), compression_type="gzip"):
        example = example_pb2.Example()
        example.ParseFromString(bytes(record))
        held = example.features.feature
        told: dict = {"goal": held["goal"].bytes_list.value[0].decode()}
        told["episode_id"] = held["episode_id"].int64_list.value[0]
        for name in ("screenshot_widths", "screenshot_heights"):
            told[name] = list(held[name].int64_list.value)
        told["actions"] = [json.loads(a) for a in held["actions"].bytes_list.value]
        told["step_instructions"] = [t.decode() for t in held["step_instructions"].bytes_list.value]
        shots = [(lambda data=data: data, "png") for data in held["screenshots"].bytes_list.value]
        yield _episode(told, shots, [forest.load(t) for t in held["accessibility_trees"].bytes_list.value])


def write_lines(episodes: Iterable[Episode], folder: Path, options: Options) -> Written:
    """Lines of JSON; ``screenshots`` are paths, trees are left to the TFRecords."""
    written, pictures = Written(), Pictures(folder)
    dump_lines(
        folder / LINES,
        (
            {**told, "screenshots": [pictures.keep(step.observation) for step in episode.steps]}
            for episode, told in _sayable(episodes, written)
        ),
    )
    return written


def read_lines(folder: Path) -> Iterator[Episode]:
    pictures = Pictures(folder)
    for told in lines(folder / LINES):
        shots = [(lambda n=name: pictures.read(n), name.rpartition(".")[2]) for name in told["screenshots"]]
        yield _episode(told, shots, [None] * len(shots))


def _sayable(episodes: Iterable[Episode], written: Written) -> Iterator[tuple[Episode, dict]]:
    for episode in episodes:
        if not all(has_picture(step.observation) for step in episode.steps):
            written.skipped["episodes without pictures"] += 1
            continue
        try:
            told = fields(episode)
        except Unsayable as why:
            written.skipped[str(why)] += 1
            continue
        written.rows += 1
        yield episode, told


def _episode(told: dict, shots: list, trees: list) -> Episode:
    """ValueError when the lists do not fit one another, ActionError for an action that is none."""
    sizes = list(zip(told["screenshot_widths"], told["screenshot_heights"], strict=True))
    if not len(shots) == len(trees) == len(sizes) == len(told["actions"]) + 1:
        raise ValueError(f"episode {told['episode_id']}: n screenshots need n - 1 actions")
    labels = {a["app_name"]: a["app_name"] for a in told["actions"] if a.get("action_type") == "open_app"}
    dialect, steps = dialects.get(DIALECT), []
    words = [*told["step_instructions"], ""]
    for n, ((width, height), (load, extension), tree) in enumerate(zip(sizes, shots, trees, strict=True)):
        seen = {"width": width, "height": height, "tree": tree}
        screen = Screen(width, height, apps=labels)
        last = n == len(told["actions"])
        action = Finish("") if last else dialect.read(json.dumps(told["actions"][n]), screen).actions[0]
        steps.append(Step(Pictured(load=load, extension=extension, **seen), action, words[n]))
    return Episode(
        id=f"android-control/{told['episode_id']}",
        goal=told["goal"],
        task=TaskRef(f"android-control/{told['episode_id']}"),
        source=Source.HUMAN,
        steps=steps,
        device_kind="real",
        apps=labels,
    )


def _png(data: bytes, extension: str) -> bytes:
    if extension == "png":
        return data
    out = io.BytesIO()
    with Image.open(io.BytesIO(data)) as image:
        image.convert("RGB").save(out, "PNG", compress_level=1)
    return out.getvalue()
