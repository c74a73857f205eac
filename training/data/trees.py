"""UI trees as plain data: small, and back again. Nothing is lost but the XML's spelling."""

from xml.sax.saxutils import quoteattr

from devices.adb.uitree import FLAGS, ROLES, Node, UiTree

_BIT = {flag: 1 << n for n, flag in enumerate(FLAGS)}
#: A class for each role, for trees that were stored without: a node without one is no element.
_CLASSES = {role: f"android.widget.{name}" for name, role in reversed(ROLES.items())}
_HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"


class PlainTree(UiTree):
    """A tree of nodes alone; its XML is only written when somebody asks for it."""

    __slots__ = ()

    def __init__(self, root: Node, rotation: int = 0, stale: bool = False):
        self.root, self.rotation, self.stale = root, rotation, stale
        self.picture, self.captured_at, self.torn = 0, 0.0, False

    @property
    def xml(self) -> str:
        return f'{_HEAD}<hierarchy rotation="{self.rotation}">{_children(self.root)}</hierarchy>'

    def __reduce__(self):
        return PlainTree, (self.root, self.rotation, self.stale)


def plain(tree: UiTree) -> PlainTree:
    """The same nodes, free of whatever made them."""
    return PlainTree(tree.root, tree.rotation, tree.stale)


def flat(tree: UiTree) -> list[list]:
    """``[parent, id, class, package, text, desc, bounds, flags]`` a node, pre-order; parent -1: the root."""
    rows: list[list] = []

    def visit(node: Node, parent: int) -> None:
        for child in node.children:
            bits = sum(_BIT[flag] for flag in child.flags)
            box = list(child.bounds)
            rows.append([parent, child.id, child.cls, child.package, child.text, child.desc, box, bits])
            visit(child, len(rows) - 1)

    visit(tree.root, -1)
    return rows


def from_flat(rows: list[list], rotation: int = 0, stale: bool = False) -> PlainTree:
    """The tree again. ValueError for rows that are none."""
    root, nodes = Node(), []
    try:
        for parent, rid, cls, package, text, desc, box, bits in rows:
            left, top, right, bottom = box
            node = Node(rid, cls, package, text, desc, (left, top, right, bottom), _flags(bits))
            nodes.append(node)
            if parent >= len(nodes) - 1:
                raise ValueError("a node's parent comes before it")
            (nodes[parent] if parent >= 0 else root).children.append(node)
    except TypeError as error:
        raise ValueError(f"no row of a tree: {error}") from error
    return PlainTree(root, rotation, stale)


def from_nodes(nodes: list[dict], rotation: int = 0, stale: bool = False) -> PlainTree:
    """A tree as it is stored with a recorded step (``evaluation.trees``). A container is named there by the
    words inside it; those are its children's here, and are said once."""
    inside: dict[int, list[str]] = {}
    for node in reversed(list(enumerate(nodes))):
        index, data = node
        if data["parent"] is not None:
            said = inside.get(index, [])
            inside.setdefault(data["parent"], [])[:0] = [data["text"]] if data["text"] else said
    root, made = Node(), []
    for index, data in enumerate(nodes):
        text = "" if inside.get(index) and data["text"] == " ".join(inside[index])[:300] else data["text"]
        flags = frozenset(flag for flag in FLAGS if data.get(flag.replace("-", "_")))
        made.append(
            Node(
                data["id"],
                data.get("class") or _CLASSES.get(data.get("role", ""), "android.view.View"),
                data.get("package", ""),
                text,
                data["desc"],
                tuple(data["bounds"]),
                flags,
            )
        )
        (root if data["parent"] is None else made[data["parent"]]).children.append(made[-1])
    return PlainTree(root, rotation, stale)


def _flags(bits: int, kept: dict = {}) -> frozenset[str]:  # noqa: B006
    found = kept.get(bits)
    if found is None:
        found = kept[bits] = frozenset(flag for flag, bit in _BIT.items() if bits & bit)
    return found


def _children(node: Node) -> str:
    return "".join(_written(child, n) for n, child in enumerate(node.children))


def _written(node: Node, index: int) -> str:
    said = {
        "text": node.text,
        "resource-id": node.id,
        "class": node.cls,
        "package": node.package,
        "content-desc": node.desc,
    }
    states = {flag: str(flag in node.flags).lower() for flag in FLAGS}
    left, top, right, bottom = node.bounds
    attributes = " ".join(f"{key}={quoteattr(value)}" for key, value in {**said, **states}.items())
    bounds = f"[{left},{top}][{right},{bottom}]"
    return f'<node index="{index}" {attributes} bounds="{bounds}">{_children(node)}</node>'
