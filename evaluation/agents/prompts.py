"""What a model is asked at each step, in the form of PhoneBuddy's runner.

An empty system turn; one user turn with how to answer, the screen as it is now, the goal, and every earlier
thought and action as text. No older picture: an episode of n steps is n prompts, not one conversation.
"""

import base64
import io
from dataclasses import dataclass

import numpy as np
from PIL import Image

from devices.adb.uitree import UiTree
from devices.observation import Observation
from evaluation.agents.dialects import Dialect, Screen

VERSION = "1"
LONGEST_TEXT = 120


@dataclass(frozen=True, slots=True)
class Past:
    """An earlier step as it is told: the thought, and the action in the dialect's own words."""

    said: str


def unread(raw: str, error: str) -> str:
    """An earlier answer that was none of the dialect, as it is told: what was written, and what was wrong."""
    return f"{raw}\n(This could not be read: {error}.)"


def picture(image: np.ndarray, width: int = 0) -> tuple[bytes, tuple[int, int]]:
    """The screenshot as JPEG, ``width`` px wide (0: as it is), and its size (width, height)."""
    shown = Image.fromarray(image)
    if width and width != shown.width:
        height = max(1, round(shown.height * width / shown.width))
        shown = shown.resize((width, height), Image.Resampling.LANCZOS)
    target = io.BytesIO()
    shown.save(target, "JPEG", quality=90)
    return target.getvalue(), shown.size


def data_url(jpeg: bytes) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode()


def tree_text(tree: UiTree, width: int, height: int) -> tuple[str, tuple[tuple[int, int, int, int], ...]]:
    """The UI tree as numbered lines, and the elements' boxes (device px) in that order.

    A line tells role, words and state, and the middle of the element from 0 to 1000.
    """
    lines, boxes = [], []
    for node in tree.root.walk():
        left, top, right, bottom = node.bounds
        text = "" if node.password else node.text if node.children else node.label()
        words = " ".join(part for part in (text, node.desc) if part)
        useful = words or node.takes_touch or "scrollable" in node.flags
        if not node.cls or not useful or right <= left or bottom <= top:
            continue
        x, y = (left + right) * 500 // width, (top + bottom) * 500 // height
        state = [
            flag
            for flag in ("checked", "focused", "scrollable", "selected", "password")
            if flag in node.flags
        ]
        if "enabled" not in node.flags:
            state.append("disabled")
        shown = f' "{_short(words)}"' if words else ""
        lines.append(f"[{len(boxes)}] {node.role}{shown} ({x}, {y}){' ' + ', '.join(state) if state else ''}")
        boxes.append(node.bounds)
    return "\n".join(lines), tuple(boxes)


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= LONGEST_TEXT else words[: LONGEST_TEXT - 1] + "…"


def messages(
    dialect: Dialect,
    screen: Screen,
    goal: str,
    history: list[Past],
    jpeg: bytes | None = None,
    elements: str = "",
) -> list[dict]:
    """OpenAI's chat form. Either ``jpeg`` or ``elements`` (or both) is what the model sees."""
    told = [f"Goal: {goal}"]
    if elements:
        told.append(
            f"On the screen (the middle of each element from 0 to 1000 of width and height):\n{elements}"
        )
    if history:
        steps = "\n".join(f"Step {number}: {past.said}" for number, past in enumerate(history, 1))
        told.append(f"What was done so far:\n{steps}")
    told.append("What is the next action?")
    content = [{"type": "text", "text": dialect.tools(screen)}]
    if jpeg:
        content.append({"type": "image_url", "image_url": {"url": data_url(jpeg)}})
    content.append({"type": "text", "text": "\n\n".join(told)})
    return [{"role": "system", "content": ""}, {"role": "user", "content": content}]


def look(
    observation: Observation, kind: str, width: int, apps: dict[str, str]
) -> tuple[Screen, bytes | None, str]:
    """What of an observation the model is shown: the screen for its dialect, the picture, the elements' text.

    ``kind``: "screenshot", "tree" or "both". A secure window has no picture: then its tree is told instead.
    """
    jpeg, size, elements, boxes = None, None, "", ()
    if kind != "tree" and observation.image is not None:
        jpeg, size = picture(observation.image, width)
    if (kind != "screenshot" or jpeg is None) and observation.tree is not None:
        elements, boxes = tree_text(observation.tree, observation.width, observation.height)
    return Screen(observation.width, observation.height, size, apps, boxes), jpeg, elements
