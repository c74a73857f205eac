"""The phone's UI tree: read with `uiautomator dump`, parsed, and asked what lies under a finger."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree import ElementTree

from devices.adb.client import AdbDevice, AdbError

ROLES = {
    "Button": "button",
    "ImageButton": "button",
    "EditText": "text_field",
    "AutoCompleteTextView": "text_field",
    "CheckBox": "checkbox",
    "RadioButton": "radio",
    "Switch": "switch",
    "ToggleButton": "switch",
    "SeekBar": "slider",
    "ProgressBar": "progress",
    "Spinner": "dropdown",
    "ImageView": "image",
    "TextView": "text",
    "WebView": "web",
}
LISTS = ("RecyclerView", "ListView", "GridView", "ScrollView", "HorizontalScrollView", "ViewPager")


class TreeError(AdbError):
    """The phone gave no tree: it moves, it is secure, or uiautomator failed. The text says which."""


@dataclass(slots=True)
class Node:
    """One element. Bounds are (left, top, right, bottom) in device px of the current orientation."""

    id: str = ""
    cls: str = ""
    package: str = ""
    text: str = ""
    desc: str = ""
    bounds: tuple[int, int, int, int] = (0, 0, 0, 0)
    flags: frozenset[str] = frozenset()
    children: list["Node"] = field(default_factory=list)

    def __contains__(self, point: tuple[float, float]) -> bool:
        left, top, right, bottom = self.bounds
        return left <= point[0] < right and top <= point[1] < bottom

    @property
    def takes_touch(self) -> bool:
        return bool(self.flags & {"clickable", "long-clickable", "checkable"}) or self.role == "text_field"

    @property
    def password(self) -> bool:
        return "password" in self.flags

    @property
    def role(self) -> str:
        short = self.cls.rsplit(".", 1)[-1]
        if short in ROLES:
            return ROLES[short]
        if short.endswith(LISTS) or "scrollable" in self.flags:
            return "list"
        if short.endswith("EditText"):
            return "text_field"
        return "button" if "clickable" in self.flags else "group"

    def walk(self) -> Iterator["Node"]:
        yield self
        for child in self.children:
            yield from child.walk()

    def label(self) -> str:
        """Its own text, or what its descendants say: a list row's words lie in its children."""
        if self.text or self.password:
            return self.text
        return " ".join(node.text for node in self.walk() if node.text and not node.password)[:300]

    def as_element(self) -> dict:
        """The form that is stored with a step. A secret field keeps no text."""
        return {
            "id": self.id,
            "role": self.role,
            "class": self.cls,
            "package": self.package,
            "text": "" if self.password else self.label(),
            "desc": self.desc,
            "bounds": list(self.bounds),
            **{flag.replace("-", "_"): flag in self.flags for flag in FLAGS},
        }


FLAGS = (
    "clickable",
    "long-clickable",
    "checkable",
    "checked",
    "enabled",
    "focused",
    "scrollable",
    "password",
    "selected",
)


@dataclass(slots=True)
class UiTree:
    """A parsed tree. `picture` counts the distinct pictures seen when it was captured, `captured_at` is
    monotonic seconds, `stale` says that the picture has changed since, `torn` that it did while reading."""

    root: Node
    xml: str
    rotation: int = 0
    picture: int = 0
    captured_at: float = 0.0
    stale: bool = False
    torn: bool = False

    def at(self, x: float, y: float) -> Node | None:
        """The deepest element under the point that takes the touch; else the deepest one there."""
        return _hit(self.root, (x, y), touch=True) or _hit(self.root, (x, y), touch=False)

    def focused(self) -> Node | None:
        """The text field that has the focus."""
        return next((n for n in self.root.walk() if "focused" in n.flags and n.role == "text_field"), None)

    def elements(self) -> list[dict]:
        return [node.as_element() for node in self.root.walk() if node.cls]


def _hit(node: Node, point: tuple[float, float], touch: bool) -> Node | None:
    """Later siblings are drawn above earlier ones, so they are asked first."""
    if node.cls and point not in node:
        return None
    for child in reversed(node.children):
        if found := _hit(child, point, touch):
            return found
    return node if node.cls and (node.takes_touch or not touch) else None


_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")


def _node(element: ElementTree.Element) -> Node:
    get = element.get
    bounds = _BOUNDS.match(get("bounds", ""))
    return Node(
        id=get("resource-id", ""),
        cls=get("class", ""),
        package=get("package", ""),
        text=get("text", ""),
        desc=get("content-desc", ""),
        bounds=tuple(int(n) for n in bounds.groups()) if bounds else (0, 0, 0, 0),
        flags=frozenset(flag for flag in FLAGS if get(flag) == "true"),
        children=[_node(child) for child in element if child.tag == "node"],
    )


def parse(xml: str) -> UiTree:
    """uiautomator's XML -> tree. Raises TreeError on anything else."""
    if "<!DOCTYPE" in xml or "<!ENTITY" in xml:
        raise TreeError("a UI tree holds no document type")
    try:
        hierarchy = ElementTree.fromstring(xml)
    except ElementTree.ParseError as error:
        raise TreeError(f"no XML: {error}") from error
    if hierarchy.tag != "hierarchy":
        raise TreeError(f"no UI tree, but <{hierarchy.tag}>")
    root = Node(children=[_node(child) for child in hierarchy if child.tag == "node"])
    rotation = hierarchy.get("rotation", "0")
    return UiTree(root=root, xml=xml, rotation=int(rotation) if rotation.isdigit() else 0)


async def dump(device: AdbDevice, timeout: float = 10.0, attempts: int = 3) -> UiTree:
    """The tree, read and parsed. TreeError when there is none."""
    return parse(await dump_xml(device, timeout, attempts))


def xml_in(text: str) -> str:
    """The tree in what a command printed; "" when there is none."""
    end = text.rfind("</hierarchy>")
    start = text.find("<?xml") if "<?xml" in text else text.find("<hierarchy")
    return text[start : end + len("</hierarchy>")] if 0 <= start < end else ""


async def dump_xml(device: AdbDevice, timeout: float = 10.0, attempts: int = 3) -> str:
    """The tree as XML. `uiautomator` can fail with status 0 ("could not get idle state"): its output decides.

    The second try uses --compressed, which gives a tree where the full one times out.
    """
    said = ""
    for attempt in range(attempts):
        compressed = ["--compressed"] if attempt % 2 else []
        output = await device.exec_out(["uiautomator", "dump", *compressed, "/dev/tty"], timeout)
        text = output.decode("utf-8", "replace")
        if xml := xml_in(text):
            return xml
        said = text.strip()
    raise TreeError(said[:300] or "uiautomator said nothing")
