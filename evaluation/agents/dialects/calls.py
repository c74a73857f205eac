"""Answers in the form of one Python call: ``name(key='text', other=[1, 2])``. Read as data, never run."""

import ast
import re
from typing import Any

from devices.actions import ActionError

ARGUMENT = re.compile(r"(\w+)\s*=\s*(['\"])")


def parse(text: str) -> tuple[str, dict[str, Any]]:
    """(name, arguments). Texts with stray quotes or line ends are taken up to the call's end."""
    text = text.strip()
    found = re.match(r"([A-Za-z_]\w*)\s*\(", text)
    if not found:
        raise ActionError(f"this is no action: {text[:80]!r}")
    name = found[1]
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        return name, _texts(text[found.end() :])
    if not isinstance(tree, ast.Call) or tree.args or any(k.arg is None for k in tree.keywords):
        raise ActionError(f"the arguments of {name} must be given by name")
    try:
        return name, {keyword.arg: ast.literal_eval(keyword.value) for keyword in tree.keywords}
    except ValueError:
        raise ActionError(f"the arguments of {name} must be plain values") from None


def _texts(rest: str) -> dict[str, str]:
    """``key='…'`` arguments of a call that is no valid Python; each text ends where the next begins."""
    starts = list(ARGUMENT.finditer(rest))
    if not starts:
        raise ActionError(f"the call cannot be read: {rest[:80]!r}")
    arguments = {}
    for start, following in zip(starts, [*starts[1:], None], strict=True):
        value = rest[start.end() : following.start() if following else len(rest)].rstrip()
        value = value.rstrip(",") if following else value.removesuffix(")")
        value = value.rstrip().removesuffix(start[2])
        arguments[start[1]] = value.replace("\\n", "\n").replace("\\'", "'").replace('\\"', '"')
    return arguments


def write(name: str, **arguments: Any) -> str:
    return f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"
