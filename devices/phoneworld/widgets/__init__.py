"""Everything that can stand on a screen. Importing this fills the registry."""

from devices.phoneworld.widgets import bars, controls, dates, inputs, layouts, media, rows, toggles
from devices.phoneworld.widgets.base import WIDGETS, Widget

__all__ = [
    "WIDGETS",
    "Widget",
    "bars",
    "charts",
    "controls",
    "dates",
    "inputs",
    "layouts",
    "panels",
    "rows",
    "toggles",
]
