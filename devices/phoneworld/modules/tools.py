"""Groups of screens that are tools of their own: a calculator, the devices of a home."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import filled


@module
def calculator(
    screen="calculator", title="Calculator", history="history", table="calculations", rows=None, actions=None
):
    """A pocket calculator with brackets, per cent, roots and a memory; what it worked out is listed on the
    screen `history`, newest first, and can be taken up again. State: `table` (line, result, at) and
    `memory`; `rows` are its first ones, `actions` go to the app bar."""
    return filled(
        "calculator",
        screen=screen,
        title=title,
        history=history,
        table=table,
        rows=rows or [],
        actions=actions,
    )


@module
def devices(table="devices", screen="device", modes=None, more=None):
    """Things in a house that one can switch: the screen of one device (parameter `id`) with its power,
    level, target temperature or lock. State: `table` (name, room, kind, on, level, target, reading,
    mode); content `kinds` (light, lamp, blind, speaker, heater, lock, plug, camera, vacuum, sensor,
    fan). `modes` maps a kind to the modes it has."""
    offered = "".join(
        f"{tuple(m)!r} if get({table}, id).kind == {k!r} else " for k, m in (modes or {}).items()
    )
    return filled(
        "devices",
        table=table,
        screen=screen,
        kind=f"get({table}, id).kind",
        level=f"get({table}, id).level",
        words=f"split(get(kinds, get({table}, id).kind).verb, ',')[0 if get({table}, id).on else 1]",
        modes=f"({offered}[])",
        more=more,
    )
