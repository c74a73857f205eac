"""PhoneWorld: mock phones that are fast, resettable and checked. See README.md beside this file."""

from devices.phoneworld.phone import Phone
from devices.phoneworld.world import World

__all__ = ["Phone", "World"]
