"""What was on the screen when a gesture began, and which element of it the finger meant.

The UI tree is read after the screen has settled; a finger may be quicker. Then the element is taken from the
older tree if its place has looked the same ever since, or from the right tree if that still comes; never from
a screen that was not touched.
"""

import asyncio
from dataclasses import dataclass, field
from uuid import UUID

from devices.streaming.session import PhoneSession
from evaluation import captures, trees
from evaluation.gestures import Gesture
from evaluation.typed import Typed

POLL_S = 0.15


@dataclass(slots=True)
class Moment:
    """What was on the screen when a gesture began. ``frame`` is a task: decoding may still run."""

    at: float
    width: int
    height: int
    frame: asyncio.Task | None = None
    nodes: list[dict] | None = None
    stale: bool = False
    tree_of: int = 0  # the number of the picture that the tree belongs to
    foreground: dict | None = None
    secure: bool = False


@dataclass(slots=True)
class Draft:
    """A gesture on its way into the database."""

    gesture: Gesture
    moment: Moment
    element: dict | None = None
    typed: Typed | None = None
    step_id: UUID | None = None
    tree_came: bool = False  # after the row was written
    written: dict = field(default_factory=dict)
    closed: bool = False


async def in_the_older_tree(session: PhoneSession, draft: Draft) -> dict | None:
    """The touched element of a stale tree, if its place has looked the same ever since."""
    moment, (point, *_) = draft.moment, draft.gesture.action.points
    frame = await moment.frame if moment.frame else None
    element = trees.element_at(trees.without_keyboard(moment.nodes), *point)
    if frame is None or element is None:
        return None
    size = (moment.width, moment.height)
    return element if session.frames.unchanged(moment.tree_of, frame, element["bounds"], size) else None


async def tree_of_the_picture(session: PhoneSession, draft: Draft) -> bool:
    """Wait for the tree of the picture that was touched, while the screen still shows it; True when it came,
    and moment and element are its own."""
    moment, (point, *_) = draft.moment, draft.gesture.action.points
    frame = await moment.frame if moment.frame else None
    while frame is not None and session.frames.number == frame.number:
        tree = session.tree.latest()
        if tree and tree.picture == frame.number and not tree.torn:
            moment.nodes, moment.stale = trees.to_nodes(tree), False
            moment.foreground = captures.foreground_of(moment.nodes) or moment.foreground
            draft.element = trees.element_at(trees.without_keyboard(moment.nodes), *point)
            return True
        await asyncio.sleep(POLL_S)
    return False
