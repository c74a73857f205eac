"""What the spec alone tells: screens nothing leads to, lists that can run empty, too little to look at."""

import re

from devices.phoneworld import tables
from devices.phoneworld.lint.findings import Finding
from devices.phoneworld.source import Map, Seq

ENOUGH, ENOUGH_MINI = 30, 15  # what keeps an app, and a mini-app, believable
DATA = ("state", "content")
SHARED = ("accounts", "calendar", "calls", "contacts", "files", "messages")  # system tables that hold content
_OPENS = re.compile(r"\b(?:open|replace|root)\(\s*['\"](\w+)['\"]|\bscreen\s*=\s*['\"](\w+)['\"]")
_SHOWS = re.compile(r"\bshow\(\s*['\"](\w+)['\"]")
_AFTER = re.compile(r"\bafter\([^'\"]*['\"](\w+)['\"]")
_WORD = re.compile(r"(?<![\w.'\"])[A-Za-z]\w*")
_PAGES = ("empty", "error", "card", "fact")  # what else may fill a body whose list is empty


def strings(value):
    """Every text in a part of a spec, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from strings(inner)


def mentioned(pattern, part) -> set:
    """The names that a pattern finds anywhere in a part of a spec."""
    return {name for text in strings(part) for match in pattern.findall(text) for name in _some(match)}


def _some(match):
    return [match] if isinstance(match, str) else [m for m in match if m]


def check(spec: Map, app) -> list[Finding]:
    """Findings of a merged spec and its compiled app."""
    found = [*_domain(spec), *_content(spec, app), *_dead(spec), *_events(spec)]
    for name, screen in spec["screens"].items():
        found += _overlays(spec, name, screen)
        for part in ("header", "body", "footer"):
            found += _never(screen.get(part), name)
        found += _empty(spec, name, screen)
    return found


def at(holder: Map, key=None):
    """`(file, line)` of a mapping or of one of its keys; a fragment of a module stands where it is used."""
    return holder.file.split(" (module")[0], holder.lines.get(key, holder.line)


def _domain(spec):
    if not spec.get("domain"):
        yield Finding(spec.file, 1, "domain", "", "the app tells no `domain`")


def rows_of(app) -> int:
    """How many rows and list entries there are to look at in an app."""
    total = 0
    for value in (*app.initial.values(), *app.content.values()):
        if isinstance(value, (dict, tuple)):
            total += len(value)
    return total


def _content(spec, app):
    if set(spec.get("uses") or ()) & set(SHARED):
        return
    total, least = rows_of(app), ENOUGH_MINI if app.mini else ENOUGH
    if total < least:
        yield Finding(
            spec.file, 1, "content", "", f"{total} rows or entries in state and content, {least} wanted"
        )


def _dead(spec):
    screens = spec["screens"]
    outside = [spec.get(part) for part in ("events", "receives")]
    reached, queue = set(), [spec.get("home") or next(iter(screens))]
    queue += [a["screen"] for a in (spec.get("accepts") or {}).values()] + list(mentioned(_OPENS, outside))
    queue += [n["screen"] for n in spec.get("nav") or ()]
    queue += [v if isinstance(v, str) else v["screen"] for v in (spec.get("links") or {}).values()]
    while queue:
        name = queue.pop()
        if name in screens and name not in reached:
            reached.add(name)
            queue += mentioned(_OPENS, screens[name])
    for name, screen in screens.items():
        if name not in reached:
            yield Finding(*at(screen), "dead-screen", name, f"nothing opens the screen {name!r}")


def _overlays(spec, name, screen):
    shown = mentioned(_SHOWS, [screen, spec.get("events"), spec.get("receives")]) | {screen.get("overlay")}
    for key, overlay in (screen.get("overlays") or {}).items():
        if key not in shown:
            yield Finding(*at(overlay), "dead-overlay", name, f"nothing shows the overlay {key!r}")


def _events(spec):
    queued = mentioned(_AFTER, {k: v for k, v in spec.items() if k not in DATA})
    for key, event in (spec.get("events") or {}).items():
        if key not in queued and key != "mini_opened":  # a host hears that from the engine
            yield Finding(*at(event), "dead-event", "", f"nothing queues the event {key!r}")


def _never(part, screen):
    if isinstance(part, Map):
        if str(part.get("when", "x")).strip() in ("False", "0", "None", ""):
            yield Finding(*at(part, "when"), "never-shown", screen, f"`when: {part['when']}` is never true")
        part = list(part.values())
    if isinstance(part, (Seq, list)):
        for inner in part:
            yield from _never(inner, screen)


def _empty(spec, screen, holder):
    body = [next(iter(w.items())) for w in holder.get("body") or () if isinstance(w, Map) and w]
    mutable = {*(spec.get("state") or ()), *(set(spec.get("uses") or ()) & set(tables.TYPES))}
    helped = any(name in _PAGES or (isinstance(p, Map) and name not in ("list", "grid") and "when" in p)
                 for name, p in body)  # fmt: skip
    for name, properties in body:
        if name not in ("list", "grid") or not isinstance(properties, Map) or "empty" in properties:
            continue
        items = str(properties.get("items", ""))
        changing = "search(" in items or mutable & set(_WORD.findall(items))
        if changing and "when" not in properties and not helped:
            yield Finding(
                *at(properties, "items"), "empty-state", screen, f"the {name} over {items!r} has no `empty`"
            )
