"""Everything that can stand on a screen. Importing this fills the registry."""

from devices.phoneworld.widgets import bars, controls, dates, inputs, layouts, rows, toggles
from devices.phoneworld.widgets.base import WIDGETS, Widget

__all__ = ["WIDGETS", "Widget", "bars", "controls", "dates", "inputs", "layouts", "rows", "toggles"]
