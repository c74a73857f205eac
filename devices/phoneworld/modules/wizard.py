"""A form of several pages."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.lists import _check, _input, _start
from devices.phoneworld.modules.template import fill, filled


@module
def wizard(
    screen, title, steps, done, params=None, load=None, review=None, button="Submit", close=True,
    discard=None,
):  # fmt: skip
    """A form of several pages with a progress bar, Next and Back; a page lets on when its fields are
    right. `steps` lists `{title, text, fields}`, the fields as in the module form; the last page
    reviews `review` (facts: label and value; by default every field), and `button` runs the actions
    `done`. `discard` are the words that ask before leaving a form that was begun."""
    steps = [dict(s) for s in steps]
    inputs = [e for s in steps for e in s["fields"] if "name" in e]
    facts = review or [
        {"label": e.get("label") or e["name"].replace("_", " ").capitalize(), "value": f"{{{e['name']}}}"}
        for e in inputs
        if not isinstance(e.get("value", ""), (bool, list))
    ]
    pages, ready = [], []
    for n, step in enumerate(steps):
        head = [{"text": {"text": step["title"], "style": "headline_small", "pad": True}}]
        if step.get("text"):
            head.append({"text": {"text": step["text"], "color": "on_surface_variant", "pad": True}})
        shown = [*head, {"space": 12}, *(_input(e) for e in step["fields"])]
        pages += [{"column": {"when": f"step == {n}", "children": shown}}]
        checks = [c for c in (_check(e) for e in step["fields"] if "name" in e) if c]
        ready.append(" and ".join(f"({c})" for c in checks) or "True")
    told = [
        {"text": {"text": "Check and send", "style": "headline_small", "pad": True}},
        {"space": 8},
        *({"fact": {**f}} for f in facts),
    ]
    pages.append({"column": {"when": f"step == {len(steps)}", "children": told}})
    right = "".join(f"({r}) if step == {n} else " for n, r in enumerate(ready)) + "True"
    leave = "show('discard')" if discard else "back()"
    return filled(
        "wizard",
        screen=screen,
        title=title,
        params={**{e["name"]: _start(e) for e in inputs}, **(params or {})},
        load=load,
        close="close" if close else "auto",
        count=str(len(steps) + 1),
        last=str(len(steps)),
        pages=pages,
        button=button,
        right=right,
        leave=leave,
        done=done,
        discard=discard
        and fill(
            """
            dialog:
              title: Leave this form?
              text: $discard
              buttons:
                - {label: Keep going, tap: close()}
                - {label: Leave, tap: back()}
            """,
            discard=discard,
        ),
    )
