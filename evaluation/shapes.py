"""What an imported episode may hold, beyond the kinds of its fields: the pages rely on these shapes."""

from jsonschema import Draft202012Validator

EDGE = 1 << 20  # px; a list may be far longer than the screen


def _text(length: int = 10_000) -> dict:
    return {"type": "string", "maxLength": length}


def _object(required: dict, **optional) -> dict:
    return {"type": "object", "required": list(required), "properties": required | optional}


def _only(shape: dict) -> dict:
    return shape | {"additionalProperties": False}


def _or_null(shape: dict) -> dict:
    return {"anyOf": [{"type": "null"}, shape]}


_PLACE = {"type": "integer", "minimum": -EDGE, "maximum": EDGE}
_NAME = _text(300)
_SIZE = {"type": "integer", "minimum": 1, "maximum": 20_000}
_ELEMENT = _object(
    {
        "id": _text(),
        "role": _NAME,
        "text": _text(200_000),
        "desc": _text(200_000),
        "bounds": {"type": "array", "minItems": 4, "maxItems": 4, "items": _PLACE},
    }
)
_RULE = _object({"rule": _NAME, "ok": {"type": "boolean"}, "detail": _text()})
_VERDICT = _only(
    _object(
        {
            "success": {"type": "boolean"},
            "progress": {"type": "number", "minimum": 0, "maximum": 1},
            "rules": {"type": "array", "items": _RULE, "maxItems": 1000},
            "side_effects": {"type": "array", "items": {"type": ["object", "string"]}, "maxItems": 10_000},
        }
    )
)
_NAMES = {"type": "array", "items": _NAME, "maxItems": 100}
_TASK = _only(_object({"key": _NAME, "category": _NAME, "apps": _NAMES, "suite": _NAME}))
_TOUCH = {"type": "array", "minItems": 4, "maxItems": 4, "items": {"type": "integer"}}
_NODE = {
    "allOf": [_ELEMENT],
    **_object({"parent": {"type": ["integer", "null"]}}),
}

HEADER = Draft202012Validator(
    _object(
        {
            "goal": _text(),
            "author": _NAME,
            "answer": _text(),
            "width": _SIZE,
            "height": _SIZE,
            "device": {"type": "object", "additionalProperties": _NAME},
            "task": _or_null(_TASK),
            "verdict": _or_null(_VERDICT),
        }
    )
)
STEP = Draft202012Validator(
    _object(
        {
            "width": _SIZE,
            "height": _SIZE,
            "thought": _text(),
            "instruction": _text(),
            "flag": _text(200),
            "element": _or_null(_ELEMENT),
            "foreground": _or_null(_only(_object({"package": _NAME}, activity=_NAME))),
            "path": {"type": "array", "items": _TOUCH, "maxItems": 10_000},
        }
    )
)
TREE = Draft202012Validator(
    _object({"nodes": {"type": "array", "items": _NODE, "maxItems": 50_000}}, stale={"type": "boolean"})
)


def fault(shape: Draft202012Validator, data: dict) -> str | None:
    """What is wrong with it, and where, in plain words; None when nothing is."""
    error = next(shape.iter_errors(data), None)
    if error is None:
        return None
    while error.context:  # of the branches of an "or null": what is wrong with what is there
        error = max(error.context, key=lambda e: len(e.absolute_path) + (e.validator != "type"))
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path)
    words = error.message if len(error.message) < 200 else f"{error.message[:150]}…"
    return f"The field {where.removeprefix('.')!r} does not fit: {words}"
