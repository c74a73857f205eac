"""The JSON schema of a file of templates: `python -m devices.phoneworld.tasks.schema` writes
template.schema.json."""

import json
from pathlib import Path

from devices.phoneworld.tasks.draws import SPLITS
from devices.phoneworld.tasks.moves import BARE, MAPPED, VERBS
from devices.phoneworld.tasks.rules import ANSWERS, OPS, OPTIONS
from devices.phoneworld.tasks.setups import FORMS, WHOLE
from devices.phoneworld.tasks.template import KINDS, WORDINGS

FILE = Path(__file__).with_name("template.schema.json")
_TEXT = {"type": ["string", "number", "boolean", "null"]}
_TEXTS = {"type": "array", "items": {"type": "string"}}
_ONE = {"type": "string"}


def _object(properties, required=(), **more):
    return {"type": "object", "additionalProperties": False, "properties": properties, **more} | (
        {"required": sorted(required)} if required else {}
    )


def _any(*forms):
    return {"anyOf": list(forms)}


def _move():
    places = {"near": _ONE, "below": _ONE, "nth": _TEXT, "scroll": {"type": "boolean"}}
    words = _any(_TEXT, {"type": "array", "items": _TEXT})
    plain = [
        _object({**places, verb: _any(words, {"type": "object"}) if verb in MAPPED else words}, (verb,))
        for verb in sorted(set(VERBS))
    ]
    moves = {"$ref": "#/$defs/moves"}
    return _any(
        {"enum": sorted(BARE)},
        *plain,
        _object({"each": _ONE, "as": _ONE, "do": moves}, ("each", "do")),
        _object({"if": _ONE, "then": moves, "else": moves}, ("if",)),
    )


def _columns():
    value = _any(_TEXT, {"type": "array"}, {"type": "object", "propertyNames": {"enum": list(OPS)}})
    return {"type": "object", "additionalProperties": value}


def _rule():
    some = {
        "where": _columns(),
        "is": _any(_TEXT, {"type": "array"}, {"type": "object"}),
        "id": _TEXT,
        "times": _TEXT,
        "except": _any(_columns(), {"type": "array", "items": _columns()}),
        "ignore": _any(_ONE, _TEXTS),
        "new": {"type": "boolean"},
        "was": {"type": "boolean"},
        "change": {"type": "boolean"},
    }
    more = {"when": _ONE, "each": _ONE, "as": _ONE}
    return _any(
        *(
            _object({k: _ONE, **{n: some[n] for n in sorted(names)}, **more}, (k,))
            for k, names in OPTIONS.items()
        )
    )


def _edit():
    values = {"row": {"type": "object"}, "where": {"type": "object"}}
    return _any(
        *(
            _object({k: _ONE, **{n: values.get(n, {}) for n in sorted(names)}}, (k,))
            for k, names in FORMS.items()
        )
    )


def schema() -> dict:
    """The schema as a dictionary."""
    goal = _any(_ONE, {**_TEXTS, "minItems": 1, "maxItems": 3}, _object(dict.fromkeys(WORDINGS, _ONE)))
    draw = _any(
        _ONE,
        {"type": "array", "minItems": 1},
        _object(
            {
                "from": _any(_ONE, {"type": "array"}),
                "pick": {"type": "integer"},
                "split": {"type": "boolean"},
            },
            ("from",),
        ),
    )
    edits = {"type": "array", "items": {"$ref": "#/$defs/edit"}}
    criterion = _any(
        _ONE, *(_object({k: _ONE, "weight": {"type": "number"}}, (k,)) for k in ("must", "want", "negative"))
    )
    answer = _object(
        {**{k: {} for k in ANSWERS}, "within": {"type": "number"}, "contains": {"type": "boolean"}}
    )
    mutant = _any(
        {"const": False}, {"$ref": "#/$defs/moves"}, _object({"with": {"type": "object"}}, ("with",))
    )
    template = _object(
        {
            "about": _ONE,
            "kind": {"enum": list(KINDS)},
            "apps": _any(_ONE, _TEXTS),
            "split": {"enum": list(SPLITS)},
            "draw": {"type": "object", "additionalProperties": draw},
            "if": _any(_ONE, _TEXTS),
            "goal": goal,
            "goal_zh": goal,
            "setup": _any(edits, _object({**{k: {} for k in sorted(WHOLE)}, "edits": edits})),
            "verify": _any({"$ref": "#/$defs/rule"}, {"type": "array", "items": {"$ref": "#/$defs/rule"}}),
            "allow": _any(_ONE, _TEXTS),
            "answer": _any(_TEXT, {"type": "array"}, answer),
            "because": _any(_ONE, _TEXTS),
            "oracle": {"$ref": "#/$defs/moves"},
            "mutants": {"type": "object", "additionalProperties": mutant},
            "rubric": {"type": "array", "items": criterion},
            "steps": {"type": "integer", "minimum": 1},
        }
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Task templates of PhoneWorld",
        "type": "object",
        "additionalProperties": template,
        "$defs": {"moves": {"type": "array", "items": _move()}, "rule": _rule(), "edit": _edit()},
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
