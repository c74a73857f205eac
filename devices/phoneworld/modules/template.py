"""Fragments of a spec as YAML text with gaps, so that a module reads like the app it makes."""

import string
from functools import lru_cache
from pathlib import Path

from devices.phoneworld.source import Map, parse, wrap


def fill(text: str, /, **values):
    """The fragment as plain dicts and lists, every `$name` filled in. A gap alone takes any value: None drops
    its key or item, and a list among items is spliced in. Inside text it takes words. `$$` is a dollar."""
    return _filled(_parsed(text, "module"), values)


def filled(name: str, /, **values):
    """`fill` for the template `<name>.yaml` of this folder."""
    return _filled(_template(name), values)


_parsed = lru_cache(256)(parse)


@lru_cache(None)
def _template(name):
    path = Path(__file__).parent / f"{name}.yaml"
    return parse(path.read_text(encoding="utf-8"), f"modules/{path.name}")


def extended(given: dict, **defaults) -> dict:
    """What the app gave, with defaults for what it left out; mistakes still point at the app's lines."""
    if not isinstance(given, Map):
        return {**defaults, **given}
    defaults = wrap(defaults, given.file, given.line)
    return Map({**defaults, **given}, file=given.file, line=given.line, lines=given.lines)


def _filled(value, gaps):
    if isinstance(value, str):
        name = value[1:].strip("{}")
        if value[:1] == "$" and name in gaps:
            return gaps[name]
        return string.Template(value).substitute(gaps) if "$" in value else value
    if isinstance(value, dict):
        found = {_filled(k, gaps): _filled(v, gaps) for k, v in value.items()}
        return {k: v for k, v in found.items() if v is not None}
    if isinstance(value, list):
        found = []
        for item in value:
            filled = _filled(item, gaps)
            found += filled if isinstance(filled, (list, tuple)) and isinstance(item, str) else [filled]
        return [item for item in found if item is not None]
    return value
