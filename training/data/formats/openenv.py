"""OpenEnv's collected episodes: ``results.jsonl`` (its ``EpisodeRecord``s) and ``metadata.json``.

``messages`` is the transcript in the chosen dialect, ``tool_trace`` the same as calls on the phone, in
canonical form; pictures lie beside and are named where they were seen. ``extra`` holds what reads back to the
same episode.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from devices.actions import canonical
from evaluation.agents import dialects, prompts
from evaluation.agents.dialects import CannotSay, Screen
from training.data import records
from training.data.episodes import Episode
from training.data.formats.base import Options, Pictures, Written, dump_lines, lines

RESULTS, METADATA = "results.jsonl", "metadata.json"
OURS = "phonebuddy"


def write(episodes: Iterable[Episode], folder: Path, options: Options) -> Written:
    written, pictures = Written(), Pictures(folder)

    def rows() -> Iterator[dict]:
        for episode in episodes:
            written.rows += 1
            yield _record(episode, pictures, options)

    dump_lines(folder / RESULTS, rows())
    about = {"made_by": OURS, "dialect": options.dialect, "episodes": written.rows}
    (folder / METADATA).write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    return written


def _record(episode: Episode, pictures: Pictures, options: Options) -> dict:
    """The fields of OpenEnv 0.10's EpisodeRecord. An episode that nobody judged is rewarded 0 there, as the
    format has no unknown; ``extra`` tells the truth."""
    dialect = dialects.get(options.dialect)
    data = records.to_json(episode, pictures.keep)
    messages = [{"role": "user", "content": episode.goal}]
    trace = []
    for n, step in enumerate(episode.steps):
        seen, last = step.observation, n == len(episode.steps) - 1
        screen = Screen(seen.width, seen.height, apps=episode.apps)
        try:
            answer = dialect.write(step.action, screen, step.thought)
        except CannotSay:
            answer = canonical(step.action)
        after = None if last else episode.steps[n + 1].observation
        elements = prompts.tree_text(after.tree, after.width, after.height)[0] if after and after.tree else ""
        picture = None if last else data["steps"][n + 1]["picture"]
        messages.append({"role": "assistant", "content": answer})
        if not last:
            messages.append({"role": "tool", "content": elements or str(picture or "")})
        result = {"elements": elements, "screenshot": picture}
        said = step.action.to_json()
        trace.append(
            {
                "tool_name": said["name"],
                "arguments": said["arguments"],
                "result": {"data": result, "done": last, "metadata": {}, "error": None},
            }
        )
    return {
        "episode_id": episode.id,
        "messages": messages,
        "reward": episode.reward or 0.0,
        "done": True,
        "tool_trace": trace,
        "metrics": {"steps": len(episode.steps)},
        "verify_metrics": {"judged": episode.reward is not None},
        "artifacts": {"screenshots": [s["picture"] for s in data["steps"] if s["picture"]]},
        "task": {"key": episode.task.key, "goal": episode.goal, "apps": list(episode.task.apps)},
        "extra": {OURS: data},
    }


def read(folder: Path) -> Iterator[Episode]:
    """The episodes of an export of ours. ValueError for records of others: they hold no screens."""
    pictures = Pictures(folder)
    for number, row in enumerate(lines(folder / RESULTS), 1):
        data = (row.get("extra") or {}).get(OURS)
        if data is None:
            raise ValueError(f"{RESULTS}, line {number}: this episode does not say what was on the screen")
        yield records.from_json(data, pictures.read)
