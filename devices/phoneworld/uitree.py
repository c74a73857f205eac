"""The UI tree of a frame: uiautomator's XML, and AndroidWorld's element dictionaries, from the same
blocks."""

import xml.etree.ElementTree as ET
from functools import lru_cache

from devices.phoneworld.block import (
    CHECKABLE,
    CHECKED,
    CLICK,
    DISABLED,
    FOCUSABLE,
    FOCUSED,
    LONG,
    PASSWORD,
    SCROLL,
    SELECTED,
    XML_KEPT,
)

HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"%d\">"
_ESCAPES = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "\n": "&#10;",
        "\t": "&#9;",
        **{chr(c): "" for c in range(32) if c not in (9, 10)},
    }
)
_BOOL = ("false", "true")


def attributes(cls, text, desc, name, flags, package) -> str:
    """The fixed part of a node's attributes, from text to selected."""
    rid = name[1:] if name.startswith("@") else f"{package}:id/{name}" if name else ""
    return (
        f'text="{text.translate(_ESCAPES)}" resource-id="{rid}" class="{cls}" package="{package}" '
        f'content-desc="{desc.translate(_ESCAPES)}" {_states(flags)}'
    )


@lru_cache(1 << 10)
def _states(flags) -> str:
    return (
        f'checkable="{_BOOL[flags & CHECKABLE > 0]}" '
        f'checked="{_BOOL[flags & CHECKED > 0]}" clickable="{_BOOL[flags & CLICK > 0]}" '
        f'enabled="{_BOOL[not flags & DISABLED]}" focusable="{_BOOL[flags & (FOCUSABLE | CLICK) > 0]}" '
        f'focused="{_BOOL[flags & FOCUSED > 0]}" scrollable="{_BOOL[flags & SCROLL > 0]}" '
        f'long-clickable="{_BOOL[flags & LONG > 0]}" password="{_BOOL[flags & PASSWORD > 0]}" '
        f'selected="{_BOOL[flags & SELECTED > 0]}"'
    )


def opening(index, cls, text, desc, name, flags, package, box) -> str:
    """An open tag of a container; box is (left, top, right, bottom)."""
    left, top, right, bottom = box
    return (
        f'<node index="{index}" {attributes(cls, text, desc, name, flags, package)} '
        f'bounds="[{left},{top}][{right},{bottom}]">'
    )


def block_xml(block, x, y, clip, index, package) -> str:
    """The XML of a block's nodes at a place, clipped to what can be seen."""
    key = (x, y, clip, index, package)
    if block._xml is None:
        block._xml, block._templates = {}, {}
    found = block._xml.get(key)
    if found is None:
        if len(block._xml) >= XML_KEPT:
            block._xml.clear()
        left, top, right, bottom = clip
        if x >= left and y >= top and x + block.w <= right and y + block.h <= bottom:
            found = _whole(block, x, y, index, package)
        else:
            found = _clipped(block, x, y, clip, index, package)
        block._xml[key] = found
    return found


def _whole(block, x, y, index, package):
    cached = block._templates.get(package)
    if cached is None:
        pieces, places, tops = [], [], 0
        children, open_depths = {}, []
        for position, (depth, nx, ny, nw, nh, cls, text, desc, name, flags) in enumerate(block.nodes):
            while open_depths and open_depths[-1] >= depth:
                open_depths.pop()
                pieces.append("</node>")
            fixed = attributes(cls, text, desc, name, flags, package).replace("%", "%%")
            if depth == 0:
                pieces.append('<node index="%d" ' + fixed + ' bounds="[%d,%d][%d,%d]"')
                places.append((True, tops, nx, ny, nx + nw, ny + nh))
                tops += 1
            else:
                pieces.append(f'<node index="{children.get(depth, 0)}" {fixed} bounds="[%d,%d][%d,%d]"')
                places.append((False, 0, nx, ny, nx + nw, ny + nh))
                children[depth] = children.get(depth, 0) + 1
            has_child = position + 1 < len(block.nodes) and block.nodes[position + 1][0] > depth
            pieces.append(">" if has_child else " />")
            if has_child:
                open_depths.append(depth)
                children[depth + 1] = 0
        pieces.append("</node>" * len(open_depths))
        cached = block._templates[package] = ("".join(pieces), tuple(places))
    template, places = cached
    values = []
    for top, offset, x1, y1, x2, y2 in places:
        if top:
            values.append(index + offset)
        values += (x + x1, y + y1, x + x2, y + y2)
    return template % tuple(values)


def _clipped(block, x, y, clip, index, package):
    left, top, right, bottom = clip
    pieces, open_depths, children, hidden = [], [], {0: index}, None
    for position, (depth, nx, ny, nw, nh, cls, text, desc, name, flags) in enumerate(block.nodes):
        if hidden is not None:
            if depth > hidden:
                continue
            hidden = None
        while open_depths and open_depths[-1] >= depth:
            open_depths.pop()
            pieces.append("</node>")
        box = (max(left, x + nx), max(top, y + ny), min(right, x + nx + nw), min(bottom, y + ny + nh))
        if box[0] >= box[2] or box[1] >= box[3]:
            hidden = depth
            continue
        number = children.get(depth, 0)
        children[depth] = number + 1
        tag = opening(number, cls, text, desc, name, flags, package, box)
        has_child = position + 1 < len(block.nodes) and block.nodes[position + 1][0] > depth
        if has_child:
            open_depths.append(depth)
            children[depth + 1] = 0
            pieces.append(tag)
        else:
            pieces.append(tag[:-1] + " />")
    pieces.append("</node>" * len(open_depths))
    return "".join(pieces)


def elements(xml_texts) -> list[dict]:
    """AndroidWorld's element form of every leaf or meaningful node of the windows' XML."""
    found = []
    for xml in xml_texts:
        for node in ET.fromstring(xml).iter("node"):
            a = node.attrib
            interesting = (
                a["content-desc"]
                or a["text"]
                or a["clickable"] == "true"
                or a["scrollable"] == "true"
                or (a["checkable"] == "true" or len(node) == 0)
            )
            if not interesting:
                continue
            left, top, right, bottom = (int(v) for v in a["bounds"][1:-1].replace("][", ",").split(","))
            found.append(
                {
                    "text": a["text"] or None,
                    "content_description": a["content-desc"] or None,
                    "class_name": a["class"],
                    "bbox_pixels": {"x_min": left, "x_max": right, "y_min": top, "y_max": bottom},
                    "hint_text": None,
                    "is_checked": a["checked"] == "true",
                    "is_checkable": a["checkable"] == "true",
                    "is_clickable": a["clickable"] == "true",
                    "is_editable": a["class"].endswith("EditText"),
                    "is_enabled": a["enabled"] == "true",
                    "is_focused": a["focused"] == "true",
                    "is_focusable": a["focusable"] == "true",
                    "is_long_clickable": a["long-clickable"] == "true",
                    "is_scrollable": a["scrollable"] == "true",
                    "is_selected": a["selected"] == "true",
                    "is_visible": True,
                    "package_name": a["package"],
                    "resource_name": a["resource-id"] or None,
                    "tooltip": None,
                    "resource_id": a["resource-id"] or None,
                    "is_password": a["password"] == "true",
                }
            )
    return found
