"""The JSON schema of an app's spec, and the vocabulary tables of the README, both made from the registries.

`python -m devices.phoneworld.schema` writes `spec.schema.json` and the tables of README.md; a test
holds both to the code.
"""

import json
import re
from pathlib import Path

from devices.phoneworld.functions import FUNCTIONS
from devices.phoneworld.modules import MODULES
from devices.phoneworld.spec import APP_KEYS, DOMAINS, SCREEN_KEYS
from devices.phoneworld.tables import TYPES
from devices.phoneworld.widgets import WIDGETS

FILE = Path(__file__).parent / "spec.schema.json"
README = Path(__file__).parent / "README.md"
_SCALAR = {"type": ["string", "number", "boolean", "null"]}
_EXPRESSION = {"$ref": "#/$defs/expression"}
_ACTIONS = {"$ref": "#/$defs/actions"}
_NAMES = {"type": "array", "items": {"type": "string"}}
_PARAMS = {"anyOf": [_NAMES, {"type": "object"}]}
_KINDS = {
    "text": {"$ref": "#/$defs/text"},
    "icon": {"$ref": "#/$defs/text"},
    "expr": _EXPRESSION,
    "bool": _EXPRESSION,
    "num": _EXPRESSION,
    "action": _ACTIONS,
    "handler": _ACTIONS,
    "name": {"type": "string"},
    "bind": {"type": "string"},
    "field": {"type": "string"},
    "widgets": {"$ref": "#/$defs/children"},
}


def _prop(kind):
    if isinstance(kind, list):
        record = {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                **{k: _prop(v.rstrip("!")) for k, v in kind[0].items()},
                "when": _EXPRESSION,
                "each": _EXPRESSION,
                "as": {"type": "string"},
            },
            "required": sorted(k for k, v in kind[0].items() if v.endswith("!")),
        }
        return {"anyOf": [record, {"type": "array", "items": record}]}
    if kind.startswith("enum("):
        return {"enum": [*kind[5:-1].split("|"), *([True, False] if "yes" in kind else [])]}
    return _KINDS[kind]


def _object(properties, required=()):
    found = {"type": "object", "additionalProperties": False, "properties": properties}
    return {**found, "required": sorted(required)} if required else found


def _widget(spec):
    properties = {k: _prop(v) for k, v in spec.props.items() if v != "hscroll"}
    form = _object({**properties, "when": _EXPRESSION, "grow": {"type": "number"}}, spec.required)
    form["description"] = spec.doc
    forms = [form]
    if spec.short:
        forms.append(_prop(spec.props[spec.short]))
    if not spec.required:
        forms.append({"type": "null"})
    return {"anyOf": forms}


def schema() -> dict:
    """The schema as a dictionary."""
    widgets = {name: {"$ref": f"#/$defs/widget_{name}"} for name in sorted(WIDGETS)}
    each = _object(
        {
            "items": _EXPRESSION,
            "as": {"type": "string"},
            "do": {"$ref": "#/$defs/widget"},
            "when": _EXPRESSION,
        },
        ("items", "do"),
    )
    listing = _object(
        {
            "items": _EXPRESSION,
            "as": {"type": "string"},
            "row": {"$ref": "#/$defs/widget"},
            "section": {"$ref": "#/$defs/text"},
            "columns": {"type": "integer", "minimum": 1},
            "gap": {"type": "number"},
            "divider": {"type": "boolean"},
            "when": _EXPRESSION,
            "empty": {"$ref": "#/$defs/widget_empty"},
        },
        ("items", "row"),
    )
    one = {"minProperties": 1, "maxProperties": 1}
    bare = {"enum": sorted(n for n, w in WIDGETS.items() if not w.required)}
    table = _object(
        {
            "columns": {"type": "object"},
            "rows": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "object"}}]},
        }
    )
    data = {
        "type": "object",
        "additionalProperties": {"anyOf": [table, _SCALAR, {"type": "array"}, {"type": "object"}]},
    }
    overlay = _object(
        {
            "params": _PARAMS,
            "dismissable": {"type": "boolean"},
            "dialog": {"$ref": "#/$defs/widget_dialog"},
            "sheet": {"$ref": "#/$defs/widget_sheet"},
            "menu": {"anyOf": [{"$ref": "#/$defs/widget_menu"}, {"type": "array"}]},
        }
    )
    screen = {k: {} for k in sorted(SCREEN_KEYS)} | {
        "title": {"$ref": "#/$defs/text"},
        "subtitle": {"$ref": "#/$defs/text"},
        "appbar": {"anyOf": [{"const": False}, {"$ref": "#/$defs/widget_appbar"}]},
        "params": _PARAMS,
        "header": {"$ref": "#/$defs/body"},
        "body": {"$ref": "#/$defs/body"},
        "footer": {"$ref": "#/$defs/body"},
        "fab": {"$ref": "#/$defs/widget_fab"},
        "vars": {"type": "object"},
        "load": _ACTIONS,
        "back": _ACTIONS,
        "pull": _ACTIONS,
        "changed": {"type": "object", "additionalProperties": _ACTIONS},
        "secure": {"type": "boolean"},
        "start": {"enum": ["top", "bottom"]},
        "activity": {"type": "string"},
        "nav": {"type": "boolean"},
        "overlay": {"type": "string"},
        "overlays": {"type": "object", "additionalProperties": overlay},
    }
    event = _object({"params": _NAMES, "do": _ACTIONS})
    app = {k: {} for k in sorted(APP_KEYS)} | {
        "package": {"type": "string", "pattern": r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$"},
        "label": {"type": "string"},
        "domain": {"enum": list(DOMAINS)},
        "summary": {"type": "string"},
        "icon": {"type": "string"},
        "color": {"type": "string"},
        "theme": {"type": "string"},
        "home": {"type": "string"},
        "permissions": _NAMES,
        "uses": {"type": "array", "items": {"enum": sorted(TYPES)}},
        "state": data,
        "content": data,
        "system": {"type": "boolean"},
        "hidden": {"type": "boolean"},
        "modules": {
            "type": "array",
            "items": {
                "type": "object",
                **one,
                "additionalProperties": False,
                "properties": {
                    name: {
                        "anyOf": [{"type": "null"}, _object({key: {} for key in m.parameters}, m.required)]
                    }
                    for name, m in MODULES.items()
                },
            },
        },
        "screens": {"type": "object", "additionalProperties": _object(screen)},
        "nav": {
            "type": "array",
            "items": _object(
                {
                    "screen": {"type": "string"},
                    "label": {"type": "string"},
                    "icon": {"type": "string"},
                    "badge": {"$ref": "#/$defs/text"},
                },
                ("screen", "label", "icon"),
            ),
        },
        "accepts": {
            "type": "object",
            "additionalProperties": _object(
                {
                    "screen": {"type": "string"},
                    "params": {"type": "object", "additionalProperties": _EXPRESSION},
                    "label": {"type": "string"},
                    "takes": {"type": "array", "items": {"enum": ["text", "link", "place", "photo", "file"]}},
                },
                ("screen",),
            ),
        },
        "links": {
            "type": "object",
            "additionalProperties": {
                "anyOf": [
                    {"type": "string"},
                    _object(
                        {
                            "screen": {"type": "string"},
                            "params": {"type": "object", "additionalProperties": _EXPRESSION},
                        },
                        ("screen",),
                    ),
                ]
            },
        },
        "mini": {"type": "string"},
        "events": {"type": "object", "additionalProperties": event},
        "receives": {"type": "object", "additionalProperties": event},
    }
    definitions = {
        "text": {**_SCALAR, "description": "Text with {expression} parts."},
        "expression": {**_SCALAR, "description": "An expression of the safe language, or a plain value."},
        "actions": {
            "anyOf": [{"$ref": "#/$defs/action"}, {"type": "array", "items": {"$ref": "#/$defs/action"}}]
        },
        "action": {
            "anyOf": [
                {"type": "string"},
                _object({"if": _EXPRESSION, "then": _ACTIONS, "else": _ACTIONS}, ("if",)),
                _object({"for": {"type": "string"}, "in": _EXPRESSION, "do": _ACTIONS}, ("for", "in")),
            ]
        },
        "widget": {
            "anyOf": [bare, {"type": "object", **one, "additionalProperties": False, "properties": widgets}]
        },
        "child": {"anyOf": [{"$ref": "#/$defs/widget"}, _object({"each": each}, ("each",))]},
        "children": {"type": "array", "items": {"$ref": "#/$defs/child"}},
        "body": {
            "type": "array",
            "items": {
                "anyOf": [
                    {"$ref": "#/$defs/widget"},
                    _object({"list": listing}, ("list",)),
                    _object({"grid": listing}, ("grid",)),
                ]
            },
        },
        **{f"widget_{name}": _widget(spec) for name, spec in sorted(WIDGETS.items())},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A PhoneWorld app",
        **_object(app, ("package", "label", "domain")),  # modules may bring all the screens
        "$defs": definitions,
    }


def vocabulary() -> str:
    """A Markdown table of the widgets."""
    lines = ["| widget | properties | what it is |", "|---|---|---|"]
    for name, spec in sorted(WIDGETS.items()):
        props = []
        for key, kind in spec.props.items():
            if kind == "hscroll":
                continue
            shown = "[" + ", ".join(kind[0]) + "]" if isinstance(kind, list) else kind.replace("|", "/")
            props.append(f"**{key}** {shown}" if key in spec.required else f"{key} {shown}")
        lines.append(f"| `{name}` | {'; '.join(props) or 'none'} | {' '.join(spec.doc.split())} |")
    return "\n".join(lines)


def readme(text: str) -> str:
    """The README with its generated parts (between `<!-- name -->` and `<!-- end -->`) made anew."""
    functions = ", ".join(f"`{n}`" for n in sorted(FUNCTIONS))
    tables = "; ".join(
        f"`{n}` ({', '.join(sorted(t.columns))})" for n, t in sorted(TYPES.items()) if t is not None
    )
    modules = "\n".join(
        f"- `{n}` ({', '.join(sorted(m.parameters))}): {' '.join(m.doc.split())}"
        for n, m in sorted(MODULES.items())
    )
    parts = {"widgets": vocabulary(), "functions": functions, "tables": tables, "modules": modules}
    for name, made in parts.items():
        text = re.sub(
            rf"<!-- {name} -->.*?<!-- end -->",
            lambda _, n=name, m=made: f"<!-- {n} -->\n{m}\n<!-- end -->",
            text,
            flags=re.S,
        )
    return text


if __name__ == "__main__":
    README.write_text(readme(README.read_text(encoding="utf-8")), encoding="utf-8")
    FILE.write_text(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
