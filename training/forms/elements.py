"""What can be touched or read on a screen, in the order of the tree: the compact form's lines."""

from dataclasses import dataclass

from devices.adb.uitree import Node, UiTree

MOST = 64
EDGE = 24  # px at the bottom that belong to the gesture bar
_ROLES = {"text_field": "field", "switch": "check", "checkbox": "check", "radio": "check", "list": "list"}
_TOUCH = frozenset({"clickable", "long-clickable", "checkable"})


@dataclass(slots=True, eq=False)
class Element:
    """``texts``: its own words, then what lies in it; ``point`` is where a finger meets it and nothing else;
    ``row``: the index of the touchable element that it lies in, -1 for none."""

    role: str
    texts: list[str]
    flags: frozenset[str]
    box: tuple[int, int, int, int]
    row: int = -1
    point: tuple[int, int] = (0, 0)
    id: str = ""
    hint: str = ""

    @property
    def touch(self) -> bool:
        return self.role not in ("text", "list", "strip")

    @property
    def label(self) -> str:
        return " ".join(self.texts)

    def holds(self, x: int, y: int) -> bool:
        left, top, right, bottom = self.box
        return left <= x < right and top <= y < bottom


def elements(tree: UiTree, height: int) -> list[Element]:
    """At most ``MOST``; texts that lie in something touchable are told with it."""
    found: list[Element] = []
    for top in tree.root.children:
        _visit(top, -1, found)
    found = _pruned(found)
    for n, one in enumerate(found):
        left, top, right, bottom = one.box
        one.point = _free(found, n, height) if one.touch else ((left + right) // 2, (top + bottom) // 2)
    return found


def _visit(node: Node, inside: int, found: list[Element]) -> None:
    flags = node.flags
    role = _ROLES.get(node.role, "")
    if role == "list":
        if "scrollable" in flags:
            strip = node.cls.endswith("HorizontalScrollView")
            found.append(Element("strip" if strip else "list", [], flags, node.bounds))
        role = ""
        if not flags & _TOUCH:
            for child in node.children:
                _visit(child, inside, found)
            return
    if flags & _TOUCH or role == "field":
        secret = node.password
        said = [t for t in dict.fromkeys((node.text if not secret else "", node.desc)) if t]
        role = role or ("seek" if node.role == "slider" else "row" if node.children else "button")
        one = Element(role, said, flags, node.bounds, inside, id=node.id.rsplit("/", 1)[-1])
        if role == "field":
            one.texts, one.hint = ([node.text] if node.text and not secret else []), node.desc
        found.append(one)
        inside = len(found) - 1
    elif node.text or node.desc:
        said = node.text or node.desc
        if inside >= 0:
            if said not in found[inside].texts:
                found[inside].texts.append(said)
        else:
            role = "seek" if node.role == "slider" else "text"
            found.append(Element(role, [said], flags, node.bounds, id=node.id.rsplit("/", 1)[-1]))
    elif node.role == "slider":
        found.append(Element("seek", [], flags, node.bounds, inside))
    for child in node.children:
        _visit(child, inside, found)


def _pruned(found: list[Element]) -> list[Element]:
    """No more than MOST, touchable ones first; indices of rows follow."""
    if len(found) > MOST:
        spare = len(found) - MOST
        drop = set([n for n, e in enumerate(found) if e.role == "text"][::-1][:spare])
        kept = [n for n in range(len(found)) if n not in drop][:MOST]
        place = {n: k for k, n in enumerate(kept)}
        found = [found[n] for n in kept]
        for one in found:
            one.row = place.get(one.row, -1)
    return found


def _free(found: list[Element], n: int, height: int) -> tuple[int, int]:
    """The middle, or where nothing that is drawn later covers it."""
    left, top, right, bottom = found[n].box
    bottom = max(top + 1, min(bottom, height - EDGE))
    over = [
        e.box
        for e in found[n + 1 :]
        if e.touch and e.box[0] < right and e.box[2] > left and e.box[1] < bottom and e.box[3] > top
    ]
    middle = (left + right) // 2, (top + bottom) // 2
    if not over:
        return middle
    spots = [middle] + [
        (left + (right - left) * k // 8, top + (bottom - top) * m // 8) for m in (4, 2, 6) for k in (1, 3, 6)
    ]
    for x, y in spots:
        if not any(b[0] <= x < b[2] and b[1] <= y < b[3] for b in over):
            return x, y
    return middle
