"""JSON can say what neither UTF-8 nor PostgreSQL can hold. One check, at every edge where JSON comes in."""

import json
import math
from collections.abc import Iterator
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


def unstorable(data: Any) -> str | None:
    """What no row and no other program could hold, in plain words; None when there is nothing like it."""
    for value in _values(data):
        if isinstance(value, float) and not math.isfinite(value):
            return "It holds a number that is out of range."
        if isinstance(value, str) and "\x00" in value:
            return "It holds a NUL character."
        if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
            return "It holds half a character (a lone surrogate)."
    return None


def loads(text: str) -> Any:
    """What the JSON says. Raises ValueError, in plain words, for all that cannot be kept."""
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise ValueError("It is nested too deeply.") from error
    if problem := unstorable(data):
        raise ValueError(problem)
    return data


class StorableJSON(JSONParser):
    """The API's bodies. Field by field is too late: a refusal quotes what it refuses."""

    def parse(self, stream, media_type=None, parser_context=None):
        try:
            data = super().parse(stream, media_type, parser_context)
        except (RecursionError, LookupError) as error:  # LookupError: a "charset" that is none
            raise ParseError("This is no JSON that can be read.") from error
        if problem := unstorable(data):
            raise ParseError(problem)
        return data


def _values(data: Any) -> Iterator[Any]:
    """Every key and plain value, however deep."""
    rest = [data]
    while rest:
        value = rest.pop()
        if isinstance(value, dict):
            rest += [*value.keys(), *value.values()]
        elif isinstance(value, list):
            rest += value
        else:
            yield value
