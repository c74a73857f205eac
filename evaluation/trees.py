"""UI trees as they are stored with a step: flat JSON, secrets taken out.

``{"nodes": [{id, parent, role, text, desc, bounds, …}], "stale": bool}``, pre-order, ``parent`` an
index in the list or null. The text of a password field is never in it, nor any text that was typed
into one.
"""

import json
from collections.abc import Collection

from PIL import Image, ImageDraw

KEYBOARD_HINTS = ("inputmethod", ".ime", "keyboard")
ENTER_WORDS = ("enter", "done", "go", "search", "send", "next", "return", "↵", "⏎")


def to_nodes(tree) -> list[dict]:
    """The nodes of a ``devices.adb.uitree.UiTree``."""
    nodes: list[dict] = []

    def visit(node, parent: int | None) -> None:
        index = parent
        if node.cls:  # the dump's root is no element of the screen
            index = len(nodes)
            nodes.append({**node.as_element(), "text": "" if node.password else node.text, "parent": parent})
        for child in node.children:
            visit(child, index)

    visit(tree.root, None)
    return nodes


def without_secrets(nodes: list[dict], secrets: Collection[str] = ()) -> list[dict]:
    """The same nodes with the text of password fields, and any of the ``secrets``, taken out."""

    def clean(text: str) -> str:
        return "" if any(secret and secret in text for secret in secrets) else text

    return [
        {**node, "text": "" if node.get("password") else clean(node["text"]), "desc": clean(node["desc"])}
        for node in nodes
    ]


def without_keyboard(nodes: list[dict]) -> list[dict]:
    """Keys are no part of the app, and a pressed one would tell a letter."""
    kept: dict[int, int] = {}
    result = []
    for index, node in enumerate(nodes):
        if is_keyboard(node):
            continue
        kept[index] = len(result)
        result.append({**node, "parent": kept.get(node["parent"]) if node["parent"] is not None else None})
    return result


def dump(nodes: list[dict], stale: bool) -> bytes:
    """The stored form: the same tree gives the same bytes."""
    data = {"nodes": nodes, "stale": stale}
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def load(data: bytes) -> list[dict]:
    """The nodes of a stored tree."""
    return json.loads(data)["nodes"]


def element_at(nodes: list[dict], x: int, y: int) -> dict | None:
    """The element that a touch at (x, y) goes to: the smallest there that takes touches, else the deepest."""
    here = [n for n in nodes if _holds(n, x, y)]
    takers = [n for n in here if n.get("clickable") or n.get("long_clickable") or n.get("checkable")]
    takers += [n for n in here if n["role"] == "text_field" and n not in takers]
    if not here:
        return None
    taker = min(takers, key=_area, default=None)
    return as_element(taker or here[-1], nodes)


def as_element(node: dict, nodes: list[dict]) -> dict:
    """What is kept with a step. A row without words of its own is named by the words inside it."""
    text = "" if node.get("password") else node["text"]
    if not text and not node.get("password"):
        index = nodes.index(node)
        inside = [n["text"] for n in nodes if n["text"] and _descends(n, index, nodes)]
        text = " ".join(inside)[:300]
    return {
        "id": node["id"],
        "role": node["role"],
        "text": text,
        "desc": node["desc"],
        "bounds": node["bounds"],
        "package": node.get("package", ""),
        "password": bool(node.get("password")),
    }


def focused_field(nodes: list[dict]) -> dict | None:
    return next((n for n in nodes if n.get("focused") and n["role"] == "text_field"), None)


def is_keyboard(node: dict) -> bool:
    return any(hint in node.get("package", "") for hint in KEYBOARD_HINTS)


def keyboard_hit(nodes: list[dict], x: int, y: int) -> str:
    """What a finger at (x, y) presses of the soft keyboard: "" (nothing of it), "key" or "enter"."""
    hits = [n for n in nodes if is_keyboard(n) and _holds(n, x, y)]
    if not hits:
        return ""
    hit = min(hits, key=_area)
    words = f"{hit['id'].rsplit('/', 1)[-1]} {hit['text']} {hit['desc']}".lower().replace("_", " ").split()
    return "enter" if any(word in ENTER_WORDS for word in words) else "key"


def key_label(nodes: list[dict], x: int, y: int) -> str:
    """The letter on the soft key at (x, y); "" for a key that is none (shift, delete, a word)."""
    hits = [n for n in nodes if is_keyboard(n) and _holds(n, x, y)]
    if not hits:
        return ""
    key = min(hits, key=_area)
    if len(key["text"]) == 1:
        return key["text"]
    return " " if key["desc"].lower() == "space" else ""


def blacked_out(image: Image.Image, nodes: list[dict], scale: float = 1.0) -> Image.Image:
    """The picture with every password field painted over: Android shows the last letter for a moment."""
    boxes = [n["bounds"] for n in nodes if n.get("password")]
    if boxes:
        image = image.copy()
        draw = ImageDraw.Draw(image)
        for left, top, right, bottom in boxes:
            if right > left and bottom > top:
                draw.rectangle([v * scale for v in (left, top, right - 1, bottom - 1)], fill=(128, 128, 128))
    return image


def gained(before: str, after: str) -> str:
    """What a field gained: the part of ``after`` between the longest common beginning and end."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return after[start : len(after) - end]


def _holds(node: dict, x: int, y: int) -> bool:
    left, top, right, bottom = node["bounds"]
    return left <= x < right and top <= y < bottom


def _area(node: dict) -> int:
    left, top, right, bottom = node["bounds"]
    return (right - left) * (bottom - top)


def _descends(node: dict, ancestor: int, nodes: list[dict]) -> bool:
    parent = node["parent"]
    while parent is not None:
        if parent == ancestor:
            return True
        parent = nodes[parent]["parent"]
    return False
