"""UI trees as AndroidControl stores them: android_env's ``AndroidAccessibilityForest`` messages.

The messages are described here field by field (names and numbers of android_env's a11y protos, 1.3), so that
neither the package nor a protobuf compiler is needed. Of a tree's windows there is the one that a dump shows.
"""

from functools import lru_cache

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from devices.adb.uitree import Node, UiTree
from training.data.trees import PlainTree

_TEXTS = {
    "class_name": 3,
    "content_description": 4,
    "package_name": 6,
    "text": 7,
    "view_id_resource_name": 10,
}
_FLAGS = {
    "checkable": ("is_checkable", 12), "checked": ("is_checked", 13), "clickable": ("is_clickable", 14),
    "enabled": ("is_enabled", 16), "focused": ("is_focused", 18), "long-clickable": ("is_long_clickable", 19),
    "password": ("is_password", 20), "scrollable": ("is_scrollable", 21), "selected": ("is_selected", 22),
}  # fmt: skip
APPLICATION = 1


@lru_cache(1)
def _forest():
    """The class of ``AndroidAccessibilityForest``, of a pool of its own."""
    field = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="forest.proto", package="android_env", syntax="proto3")

    def message(name: str, **fields):
        made = file.message_type.add(name=name)
        for key, (number, kind, *more) in fields.items():
            label = field.LABEL_REPEATED if "many" in more else field.LABEL_OPTIONAL
            one = made.field.add(name=key, number=number, label=label)
            if isinstance(kind, str):
                one.type, one.type_name = field.TYPE_MESSAGE, f".android_env.{kind}"
            else:
                one.type = kind

    number, text, flag = field.TYPE_INT32, field.TYPE_STRING, field.TYPE_BOOL
    message("ProtoRect", left=(1, number), top=(2, number), right=(3, number), bottom=(4, number))
    message(
        "AndroidAccessibilityNodeInfo",
        unique_id=(1, number),
        bounds_in_screen=(2, "ProtoRect"),
        window_id=(11, number),
        is_editable=(15, flag),
        is_visible_to_user=(23, flag),
        child_ids=(25, number, "many"),
        depth=(27, number),
        **{name: (n, text) for name, n in _TEXTS.items()},
        **{name: (n, flag) for name, n in _FLAGS.values()},
    )
    message("AndroidAccessibilityTree", nodes=(1, "AndroidAccessibilityNodeInfo", "many"))
    message(
        "AndroidAccessibilityWindowInfo",
        bounds_in_screen=(1, "ProtoRect"),
        id=(3, number),
        window_type=(6, number),
        is_active=(8, flag),
        is_focused=(9, flag),
        tree=(11, "AndroidAccessibilityTree"),
    )
    message("AndroidAccessibilityForest", windows=(1, "AndroidAccessibilityWindowInfo", "many"))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(
        pool.FindMessageTypeByName("android_env.AndroidAccessibilityForest")
    )


def dump(tree: UiTree | None) -> bytes:
    """The message; one without windows where there is no tree."""
    forest = _forest()()
    if tree is None:
        return forest.SerializeToString()
    window = forest.windows.add(id=1, window_type=APPLICATION, is_active=True, is_focused=True)

    def visit(node: Node, depth: int) -> int:
        made = window.tree.nodes.add(unique_id=len(window.tree.nodes), window_id=1, depth=depth)
        _box(made.bounds_in_screen, node.bounds)
        made.class_name, made.package_name, made.view_id_resource_name = node.cls, node.package, node.id
        made.text, made.content_description = node.text, node.desc
        made.is_editable, made.is_visible_to_user = node.role == "text_field", True
        for flag in node.flags:
            setattr(made, _FLAGS[flag][0], True)
        made.child_ids.extend(visit(child, depth + 1) for child in node.children)
        return made.unique_id

    for child in tree.root.children:
        visit(child, 0)
    if tree.root.children:
        _box(window.bounds_in_screen, tree.root.children[0].bounds)
    return forest.SerializeToString()


def load(data: bytes) -> PlainTree | None:
    """The active window's tree (else the one in front); None without windows. ValueError for no message."""
    forest = _forest()()
    try:
        forest.ParseFromString(data)
    except Exception as error:  # protobuf's own, of either implementation
        raise ValueError(f"no accessibility forest: {error}") from error
    if not forest.windows:
        return None
    window = next((w for w in forest.windows if w.is_active), forest.windows[-1])
    nodes = {n.unique_id: n for n in window.tree.nodes}
    below = {child for n in nodes.values() for child in n.child_ids}

    def made(info) -> Node:
        box = info.bounds_in_screen
        return Node(
            info.view_id_resource_name,
            info.class_name,
            info.package_name,
            info.text,
            info.content_description,
            (box.left, box.top, box.right, box.bottom),
            frozenset(flag for flag, (name, _) in _FLAGS.items() if getattr(info, name)),
            [made(nodes[child]) for child in info.child_ids if child in nodes and child > info.unique_id],
        )

    return PlainTree(Node(children=[made(n) for n in window.tree.nodes if n.unique_id not in below]))


def _box(rect, bounds) -> None:
    rect.left, rect.top, rect.right, rect.bottom = bounds
