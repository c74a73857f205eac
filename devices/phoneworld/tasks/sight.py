"""What can be read and touched on a screen: the nodes of its UI tree, from a frame or from uiautomator's XML.

Both forms are what an agent is given; the frame is only read without the detour over text, which is faster.
"""

import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from functools import lru_cache

from devices.phoneworld.block import CLICK, DISABLED, LONG, SCROLL, SELECTED
from devices.phoneworld.functions import fold

KEYBOARD = "org.phoneworld.keyboard"
_XML_FLAGS = {
    "clickable": CLICK,
    "long-clickable": LONG,
    "scrollable": SCROLL,
    "selected": SELECTED,
}


EXACT, START, PART, ALL = 0, 1, 2, None


@lru_cache(65536)
def _plain(said):
    return " ".join(fold(said).split())


def _says(node, words, level):
    for said in (node.text, node.desc):
        if said:
            if level == EXACT:
                if said == words or _plain(said) == _plain(words):
                    return True
            elif level == START:
                if _plain(said).startswith(_plain(words)):
                    return True
            elif len(words) > 1 and _plain(words) in _plain(said):
                return True
    return False


@dataclass(eq=False, slots=True)
class Node:
    """One node: box is (left, top, right, bottom) in px as far as it shows."""

    cls: str
    text: str
    desc: str
    name: str
    flags: int
    box: tuple
    package: str
    parent: "Node | None" = None

    @property
    def centre(self):
        """The middle of what shows."""
        left, top, right, bottom = self.box
        return (left + right) // 2, (top + bottom) // 2

    @property
    def editable(self):
        """Whether text can be typed here."""
        return self.cls.endswith("EditText")

    def above(self):
        """This node and those that hold it."""
        node = self
        while node is not None:
            yield node
            node = node.parent

    def holds(self, x, y):
        """Whether a point lies in what shows."""
        left, top, right, bottom = self.box
        return left <= x < right and top <= y < bottom


@dataclass(slots=True)
class Sight:
    """The nodes in sight, bottom first, without the keyboard's; `keys` are those of the keyboard."""

    nodes: list = field(default_factory=list)
    keyboard: tuple | None = None  # the box of the keyboard

    def matching(self, words, level=ALL) -> list[Node]:
        """The nodes that say the words: just these (level 0), beginning so (1), with them inside (2)."""
        for n in (EXACT, START, PART) if level == ALL else (level,):
            if found := [node for node in self.nodes if _says(node, words, n)]:
                return found
        return []

    def at(self, x, y) -> Node | None:
        """The topmost node that takes a touch at a point."""
        for node in reversed(self.nodes):
            if node.flags & (CLICK | LONG) and node.holds(x, y):
                return node
        return None

    def fingerprint(self):
        """Equal when the same things show at the same places."""
        return tuple((n.text, n.desc, n.box, n.flags) for n in self.nodes)

    def words(self) -> list[str]:
        """Everything that can be read."""
        return [w for n in self.nodes for w in (n.text, n.desc) if w]


@lru_cache(1024)
def from_frame(frame) -> Sight:
    """What shows in a frame (frames are shared, so is this: treat it as read-only): the topmost modal window
    and all that lies over it."""
    found = Sight()
    windows = frame.windows
    start = max((n for n, w in enumerate(windows) if w.modal), default=0)
    for window in windows[start:]:
        if window.kind == "ime":
            found.keyboard = window.bounds
            continue
        found.nodes += _window_nodes(window)
    return found


@lru_cache(4096)
def _window_nodes(window) -> list[Node]:
    nodes, listing, (first, last) = [], None, window.listed
    for n, (block, bx, by, clip) in enumerate(window.placed):
        if n == first and last > first and window.scroll is not None:
            left, top, right, bottom, _, _, most = window.scroll
            flags = SCROLL if most > 0 else 0
            listing = Node("list", "", "", "list", flags, (left, top, right, bottom), window.package)
            nodes.append(listing)
        inside = listing if first <= n < last else None
        left, top, right, bottom = clip or window.bounds
        chain, hidden = [], None
        for depth, x, y, w, h, cls, text, desc, name, flags in block.nodes:
            if hidden is not None:
                if depth > hidden:
                    continue
                hidden = None
            box = (max(left, bx + x), max(top, by + y), min(right, bx + x + w), min(bottom, by + y + h))
            if box[0] >= box[2] or box[1] >= box[3]:
                hidden = depth
                continue
            del chain[depth:]
            node = Node(cls, text, desc, name, flags, box, window.package, chain[-1] if chain else inside)
            nodes.append(node)
            chain.append(node)
    return nodes


def from_xml(text: str) -> Sight:
    """What uiautomator's dump tells."""
    found = Sight()

    def add(element, parent):
        for child in element:
            a = child.attrib
            left, top, right, bottom = (int(v) for v in a["bounds"][1:-1].replace("][", ",").split(","))
            flags = sum(flag for key, flag in _XML_FLAGS.items() if a.get(key) == "true")
            flags |= DISABLED if a.get("enabled") == "false" else 0
            node = Node(
                a["class"],
                a["text"],
                a["content-desc"],
                a["resource-id"].rsplit("/", 1)[-1],
                flags,
                (left, top, right, bottom),
                a["package"],
                parent,
            )
            found.nodes.append(node)
            add(child, node)

    add(ET.fromstring(text), None)
    return found
