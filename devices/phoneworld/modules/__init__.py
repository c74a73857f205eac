"""Reusable screen groups: functions from parameters to a fragment of a spec, one registry from every file."""

from importlib import import_module
from pkgutil import iter_modules

from devices.phoneworld.modules.base import MODULES

for _found in iter_modules(__path__):
    import_module(f"{__name__}.{_found.name}")

__all__ = ["MODULES"]
