"""The right way out of what gets in the way on a mock phone (``devices.phoneworld.disturb``): one action at a
time, from what is in sight."""

from devices import actions
from devices.actions import Action
from devices.phoneworld.disturb import inject, table
from devices.phoneworld.tasks.player import Stuck

#: Those that go away by a right answer, so that work can go on. A captcha needs the user; without a network
#: nothing helps but time.
CURABLE = (
    "ad",
    "battery",
    "call",
    "crash",
    "failed",
    "login",
    "message",
    "permission",
    "rating",
    "slow",
    "update",
)
#: kind -> what is touched, the first of these that is in sight.
WAYS = {
    "update": ("Later",),
    "rating": ("Not now", "Don't ask again"),
    "battery": ("Got it",),
    "crash": ("Open again",),
    "failed": ("Retry",),
    "ad": ("Close advertisement",),
    "call": ("Hang up", "Decline"),
    "login": ("Sign in as Alex",),
    "permission": ("Don't allow", "Don't allow and don't ask again"),
}
PATIENCE_MS = {"slow": 2000, "ad": 2000}


def showing(phone) -> str:
    """The kind of the disturbance in sight; "" when there is none."""
    state = phone.state
    held = state["disturb"]
    if held is None:
        return ""
    if state["permission"] is not None:
        asked = any(r["kind"] == "permission" and r["ended"] is None for r in held["log"].values())
        return "permission" if asked else ""
    window = held["showing"]
    if window is None:
        return ""
    over_all = not window["app"] or window["kind"] == "crash"
    return window["kind"] if over_all or window["app"] == phone.foreground_package else ""


def answer(phone, sight, kind: str) -> Action:
    """The next right action against it. Stuck when there is none."""
    for words in WAYS.get(kind, ()):
        if nodes := [n for n in sight.nodes if words in (n.text, n.desc)]:
            return actions.Click((nodes[-1].centre,))
    if kind == "captcha":
        raise Stuck("a captcha needs the user")
    return actions.Wait(PATIENCE_MS.get(kind, 1000))


def all_right(phone) -> bool:
    """Whether no disturbance so far was handled wrongly."""
    return not any(row["right"] is False or row["charged"] for row in table(phone.state))


__all__ = ["CURABLE", "all_right", "answer", "inject", "showing"]
