"""The table of disturbances: when, what kind, how it was handled; and what of it counts as a side effect."""

from devices.phoneworld.state import EMPTY, Frozen, thaw


def table(state) -> list[dict]:
    """Every disturbance so far: id, kind, app, at, ended (ms, None while it lasts), handled (a word, "" while
    it lasts), right (whether that was the right thing; None while it lasts), charged (words of a side effect,
    or "")."""
    held = state["disturb"]
    rows = thaw(held["log"]).values() if held else ()
    return [{k: v for k, v in row.items() if k != "rows"} for row in rows]


def opened(log, kind, app, at):
    """`(log with a new row, its id)`."""
    key = f"d{len(log) + 1}"
    row = Frozen(
        {"id": key, "kind": kind, "app": app, "at": at, "ended": None, "handled": "", "right": None,
         "charged": "", "rows": ()}
    )  # fmt: skip
    return log.put(key, row), key


def caused(state) -> tuple:
    """The paths of rows that disturbances themselves made (a message that came in, a call missed)."""
    held = state["disturb"]
    return tuple(path for row in held["log"].values() for path in row["rows"]) if held else ()


def charges(before, after) -> list[dict]:
    """The side effects of disturbances handled wrongly, as the verifier reports side effects."""
    known = before["disturb"]["log"] if before["disturb"] else EMPTY
    held = after["disturb"]
    return [
        {"path": f"disturbances/{key}", "before": row["kind"], "after": row["charged"]}
        for key, row in (held["log"].items() if held else ())
        if row["charged"] and not known.get(key, EMPTY).get("charged")
    ]
