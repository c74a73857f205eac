"""The ways in which models name actions, each read into and written from the one action space.

``get(name)`` gives a dialect; all of them are stateless. What they share, and what a dialect is, stands in
``base``. A new one is a file here and a line below.
"""

from evaluation.agents.dialects.android import AndroidJson
from evaluation.agents.dialects.autoglm import AutoGlm
from evaluation.agents.dialects.base import CannotSay, Dialect, Reply, Screen
from evaluation.agents.dialects.mobile_use import MobileUse
from evaluation.agents.dialects.phonebuddy import PhoneBuddy
from evaluation.agents.dialects.ui_tars import UiTars

DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
        PhoneBuddy("json"),
        PhoneBuddy("xml"),
        MobileUse(thousand=False),
        MobileUse(thousand=True),
        UiTars(absolute=False),
        UiTars(absolute=True),
        AutoGlm(),
        AndroidJson(world=True),
        AndroidJson(world=False),
    )
}


def get(name: str) -> Dialect:
    """KeyError when there is none of this name."""
    return DIALECTS[name]


__all__ = ["DIALECTS", "CannotSay", "Dialect", "Reply", "Screen", "get"]
