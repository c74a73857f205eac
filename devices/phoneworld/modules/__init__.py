"""Reusable screen groups: functions from parameters to a fragment of a spec."""

from devices.phoneworld.modules import lists, people, system, trade
from devices.phoneworld.modules.base import MODULES

__all__ = ["MODULES", "lists", "people", "system", "trade"]
