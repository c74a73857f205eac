"""What a mock phone in this process shows, as it would be read over adb: without XML, without encoding.

The nodes equal those that `uiautomator dump` gives after parsing. They are shared between looks (most of a
screen stays as it was from step to step), so treat them as read-only.
"""

import time
from functools import lru_cache

import numpy as np

from devices.adb.uitree import Node, UiTree
from devices.observation import CaptureFailed, Observation
from devices.phoneworld.block import (
    CHECKABLE,
    CHECKED,
    CLICK,
    DISABLED,
    FOCUSED,
    FRAME,
    LONG,
    PASSWORD,
    SCROLL,
    SELECTED,
)

LIST = "androidx.recyclerview.widget.RecyclerView"
_UNTOLD = {c: None for c in range(32) if c not in (9, 10)}  # XML has no way to say them
_FLAGS = (
    (CLICK, "clickable"),
    (LONG, "long-clickable"),
    (CHECKABLE, "checkable"),
    (CHECKED, "checked"),
    (FOCUSED, "focused"),
    (SCROLL, "scrollable"),
    (PASSWORD, "password"),
    (SELECTED, "selected"),
)


class FrameTree(UiTree):
    """A tree from a frame; its XML is only made when somebody asks for it."""

    __slots__ = ("_frame",)

    def __init__(self, root: Node, frame, captured_at: float):
        self.root, self.rotation, self._frame = root, frame.rotation, frame
        self.picture, self.captured_at, self.stale, self.torn = 0, captured_at, False, False

    @property
    def xml(self) -> str:
        return self._frame.xml()


def observe(phone, picture: bool = False, tree: bool = True) -> Observation:
    """The screen of a PhoneWorld phone now. A window that forbids pictures gives its tree instead, asked or
    not. CaptureFailed when the screen is dark, as over adb."""
    if not phone.state["screen_on"]:
        raise CaptureFailed("the screen is off")
    at, frame, front = time.monotonic(), phone.frame(), phone.foreground
    package, activity = front["package"], front["activity"]
    sideways = frame.rotation % 2
    secure = frame.secure
    return Observation(
        phone.height if sideways else phone.width,
        phone.width if sideways else phone.height,
        np.ascontiguousarray(phone.pixels()[..., :3]) if picture and not secure else None,
        FrameTree(_root(frame.active()), frame, at) if tree or (picture and secure) else None,
        package,
        package + activity if activity.startswith(".") else activity,
        frame.rotation,
        secure,
        phone.settled,
        at,
        phone.version,
    )


@lru_cache(1024)
def _root(window) -> Node:
    """The dump's root, which holds the active window."""
    return Node(children=[_window(window)])


def _window(window) -> Node:
    package, (first, last) = window.package, window.listed
    top = _node(FRAME, "", "", "", 0, package, window.bounds)
    children = top.children
    for n, (block, x, y, clip) in enumerate(window.placed):
        if n == first and last > first:
            left, up, right, bottom, _, _, most = window.scroll
            listing = _node(
                LIST, "", "", "list", SCROLL if most > 0 else 0, package, (left, up, right, bottom)
            )
            top.children.append(listing)
            children = listing.children
        if n == last:
            children = top.children
        if block.nodes:
            children.extend(_block(block, x, y, clip or window.bounds, package))
    return top


@lru_cache(1 << 14)
def _block(block, x, y, clip, package) -> tuple[Node, ...]:
    """The nodes of a block at a place; of one that shows in part, what can be seen."""
    left, top, right, bottom = clip
    whole = x >= left and y >= top and x + block.w <= right and y + block.h <= bottom
    tops, chain, hidden = [], [], None
    for depth, nx, ny, nw, nh, cls, text, desc, name, flags in block.nodes:
        if hidden is not None:
            if depth > hidden:
                continue
            hidden = None
        box = (x + nx, y + ny, x + nx + nw, y + ny + nh)
        if not whole:
            box = (max(left, box[0]), max(top, box[1]), min(right, box[2]), min(bottom, box[3]))
            if box[0] >= box[2] or box[1] >= box[3]:
                hidden = depth
                continue
        node = _node(cls, text, desc, name, flags, package, box)
        del chain[depth:]
        (chain[-1].children if chain else tops).append(node)
        chain.append(node)
    return tuple(tops)


def _node(cls, text, desc, name, flags, package, box) -> Node:
    rid = name[1:] if name.startswith("@") else f"{package}:id/{name}" if name else ""
    return Node(
        rid, cls, package, text.translate(_UNTOLD), desc.translate(_UNTOLD), tuple(box), _flags(flags)
    )


@lru_cache(1 << 10)
def _flags(flags: int) -> frozenset[str]:
    on = [name for bit, name in _FLAGS if flags & bit]
    return frozenset(on if flags & DISABLED else [*on, "enabled"])
