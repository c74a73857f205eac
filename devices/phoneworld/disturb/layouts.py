"""Other layouts of the same app: what a maker tries out on some phones. A variant is the same spec,
rearranged, so state, screens and actions stay the same."""

from devices.phoneworld import rng
from devices.phoneworld.source import Map, Seq
from devices.phoneworld.state import Frozen

CHANGES = ("actions", "button", "menu", "nav", "columns")
VARIANTS = (("actions", "menu"), ("button", "nav"), CHANGES)  # few, so that a world can keep them all


def drawn(apps, chance, position):
    """`(layouts by package, next place in the stream)`: each app that is laid out otherwise, and in what."""
    chosen = {}
    for package in sorted(apps):
        app = apps[package]
        roll, position = rng.below(position, 1000)
        which, position = rng.below(position, len(VARIANTS))
        if roll < chance and app.folder is not None and not app.system:
            chosen[package] = VARIANTS[which]
    return Frozen(chosen), position


def rearranged(spec: Map, changes) -> Map:
    """A merged spec with the changes made."""
    values = dict(spec)
    if "nav" in changes and len(spec.get("nav") or ()) > 2:
        first, *others = spec["nav"]
        values["nav"] = Seq([first, *reversed(others)])
    values["screens"] = _with(spec["screens"], {n: _screen(s, changes) for n, s in spec["screens"].items()})
    return _with(spec, values)


def _with(holder: Map, values) -> Map:
    return Map({**holder, **values}, file=holder.file, line=holder.line, lines=holder.lines)


def _screen(screen, changes):
    values = {}
    bar = screen.get("appbar")
    actions = bar.get("actions") if isinstance(bar, Map) else None
    if "actions" in changes and isinstance(actions, list) and len(actions) > 1:
        last = [a for a in actions if "more" in str(a.get("icon", ""))]
        values["appbar"] = bar = _with(
            bar, {"actions": Seq([*reversed([a for a in actions if a not in last]), *last])}
        )
    if (
        "button" in changes
        and isinstance(screen.get("fab"), Map)
        and _has_bar(screen)
        and "grow" not in screen["fab"]
    ):
        values["appbar"] = _with_action(bar if isinstance(bar, Map) else None, screen["fab"])
        values["fab"] = None
    if "menu" in changes and isinstance(screen.get("overlays"), Map):
        values["overlays"] = _with(
            screen["overlays"], {k: _overlay(o) for k, o in screen["overlays"].items()}
        )
    if "columns" in changes and isinstance(screen.get("body"), list):
        values["body"] = Seq([_part(p) for p in screen["body"]], getattr(screen["body"], "lines", ()))
    return _with(screen, values) if values else screen


def _has_bar(screen):
    bar = screen.get("appbar")
    return (
        bar is not False
        and ("title" in screen or isinstance(bar, Map))
        and not (isinstance(bar, Map) and ("search" in bar or isinstance(bar.get("actions"), Map)))
    )


def _with_action(bar, fab):
    action = {"icon": fab["icon"], "desc": fab.get("desc") or fab.get("label") or "New", "tap": fab["tap"]}
    if "when" in fab:
        action["when"] = fab["when"]
    made = Map(action, file=fab.file, line=fab.line, lines=fab.lines)
    bar = bar if bar is not None else Map({}, file=fab.file, line=fab.line)
    return _with(bar, {"actions": Seq([made, *(bar.get("actions") or ())])})


def _overlay(overlay):
    items = overlay.get("menu")
    if isinstance(items, list) and len(items) > 1:
        return _with(overlay, {"menu": Seq(reversed(items))})
    return overlay


def _part(part):
    """A grid of two becomes a list of one column."""
    if isinstance(part, Map) and isinstance(part.get("grid"), Map) and part["grid"].get("columns", 2) == 2:
        return _with(part, {"grid": _with(part["grid"], {"columns": 1})})
    return part


def variant(app, changes):
    """The app as it looks with the changes; compiled when its screens are first used."""
    from devices.phoneworld.source import parse
    from devices.phoneworld.spec import compile_app, merged

    path = app.folder / "app.yaml"
    spec = merged(parse(path.read_text(encoding="utf-8"), f"{app.folder.name}/app.yaml"))
    return compile_app(rearranged(spec, changes), app.folder, lazy=True)
