"""What real phones do to whoever is at work on them: slow and failed loads, pop-ups, calls, crashes, other
layouts.

A profile draws them by the phone's seed; all that is going on lies in the state (`state["disturb"]`, None
without a profile), so the same seed and actions give the same phone, and snapshots and forks carry it.
"""

from devices.phoneworld.disturb.engine import inject, start, user_helps
from devices.phoneworld.disturb.log import table
from devices.phoneworld.disturb.profiles import KINDS, PROFILES

__all__ = ["KINDS", "PROFILES", "inject", "start", "table", "user_helps"]
