"""YAML read with line numbers, so that a mistake can be shown where it was made."""

from functools import lru_cache

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


_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml where PyYAML was built with it
_RESOLVER = yaml.resolver.Resolver()


def parse(text: str, file: str) -> Map:
    """The document as Map, Seq and scalars. SpecError if it is not YAML or not a mapping at the top."""
    loader = _Loader(text)
    try:
        loader.get_event(), loader.get_event()  # the stream and the document begin
        first = loader.get_event()
        value = _build(first, loader.get_event, file, {}) if isinstance(first, yaml.NodeEvent) else None
        loader.get_event()
        if not loader.check_event(yaml.StreamEndEvent):
            raise SpecError("expected one document", file, loader.peek_event().start_mark.line + 1)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise SpecError(error.problem or "not YAML", file, mark.line + 1 if mark else 0) from None
    finally:
        loader.dispose()
    if not isinstance(value, Map):
        raise SpecError("expected a mapping", file, 1)
    return value


def _build(event, following, file, anchors):
    """The value that begins with this event. Built from events: nodes in between would cost as much again."""
    kind = event.__class__
    if kind is yaml.ScalarEvent:
        found = _scalar(event)
    elif kind is yaml.MappingStartEvent:
        found = Map(file=file, line=event.start_mark.line + 1)
        while (key_event := following()).__class__ is not yaml.MappingEndEvent:
            line = key_event.start_mark.line + 1
            key = _build(key_event, following, file, anchors)
            if isinstance(key, (Map, Seq)):
                raise SpecError("a key is a plain word", file, line)
            key = key_event.value if isinstance(key, bool) else key  # `on:` is a word here, not true
            if key in found:
                raise SpecError(f"the key {key!r} stands twice", file, line)
            found[key] = _build(following(), following, file, anchors)
            found.lines[key] = line
    elif kind is yaml.SequenceStartEvent:
        found = Seq()
        while (item := following()).__class__ is not yaml.SequenceEndEvent:
            found.lines.append(item.start_mark.line + 1)
            found.append(_build(item, following, file, anchors))
    elif event.anchor in anchors:
        return anchors[event.anchor]
    else:
        raise SpecError(f"there is no anchor {event.anchor!r}", file, event.start_mark.line + 1)
    if event.anchor:
        anchors[event.anchor] = found
    return found


def _scalar(event):
    if event.tag is None and not event.implicit[0]:
        return event.value  # quoted or a block: text
    return _resolved(event.value, event.tag)


@lru_cache(1 << 16)
def _resolved(text, tag):
    """The value of a plain scalar: a number, a truth, nothing, or the text itself."""
    tag = tag or _RESOLVER.resolve(yaml.ScalarNode, text, (True, False))
    if tag == yaml.resolver.Resolver.DEFAULT_SCALAR_TAG:
        return text
    value = yaml.SafeLoader("").construct_object(yaml.ScalarNode(tag, text), deep=True)
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
