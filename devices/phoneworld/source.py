"""YAML read with line numbers, so that a mistake can be shown where it was made."""

import yaml

from devices.phoneworld.errors import SpecError


class Map(dict):
    """A mapping that knows its file and the line of each key."""

    file, line = "", 0

    def __init__(self, *args, file="", line=0, lines=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.file, self.line, self.lines = file, line, lines or {}

    def error(self, message, key=None, field=""):
        """A SpecError at the key's line (or the mapping's)."""
        field = field or (key if isinstance(key, str) else "")
        return SpecError(message, self.file, self.lines.get(key, self.line), field)


class Seq(list):
    """A list that knows the line of each item."""

    def __init__(self, items=(), lines=()):
        super().__init__(items)
        self.lines = list(lines)


_loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def parse(text: str, file: str) -> Map:
    """The document as Map, Seq and scalars. SpecError if it is not YAML or not a mapping at the top."""
    loader = _loader(text)
    try:
        node = loader.get_single_node()
        value = _build(node, loader, file) if node is not None else None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise SpecError(error.problem or "not YAML", file, mark.line + 1 if mark else 0) from None
    finally:
        loader.dispose()
    if not isinstance(value, Map):
        raise SpecError("expected a mapping", file, 1)
    return value


def _build(node, loader, file):
    if isinstance(node, yaml.MappingNode):
        found = Map(file=file, line=node.start_mark.line + 1)
        for key_node, value_node in node.value:
            key = loader.construct_object(key_node, deep=True)
            key = key_node.value if isinstance(key, bool) else key  # `on:` is a word here, not true
            if key in found:
                raise SpecError(f"the key {key!r} stands twice", file, key_node.start_mark.line + 1)
            found[key] = _build(value_node, loader, file)
            found.lines[key] = key_node.start_mark.line + 1
        return found
    if isinstance(node, yaml.SequenceNode):
        return Seq([_build(n, loader, file) for n in node.value], [n.start_mark.line + 1 for n in node.value])
    value = loader.construct_object(node, deep=True)
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


def wrap(value, file, line=0):
    """Plain dicts and lists (from a module or JSON) in the same form, all on one line."""
    if isinstance(value, Map):
        return value
    if isinstance(value, dict):
        return Map({k: wrap(v, file, line) for k, v in value.items()}, file=file, line=line)
    if isinstance(value, (list, tuple)):
        return Seq([wrap(v, file, line) for v in value], [line] * len(value))
    return value
