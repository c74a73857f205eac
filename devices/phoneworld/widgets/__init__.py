"""Everything that can stand on a screen. Importing this fills the registry from every file of the folder."""

from importlib import import_module
from pkgutil import iter_modules

from devices.phoneworld.widgets.base import WIDGETS, Widget

for _found in iter_modules(__path__):
    import_module(f"{__name__}.{_found.name}")

__all__ = ["WIDGETS", "Widget"]
