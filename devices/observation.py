"""What a program that operates a phone is shown: one picture, one tree, one focus, taken together."""

from dataclasses import dataclass, field

import numpy as np

from devices.adb.uitree import Node, UiTree


class CaptureFailed(Exception):
    """The phone is there but gave no picture or no tree; the text says which and why. No black picture, no
    empty tree ever stands in for one."""


@dataclass(slots=True)
class Observation:
    """The screen at one moment. Sizes in device px as it is turned now; ``captured_at`` is monotonic s.

    ``image``: RGB uint8 (height, width, 3), None when not asked for or when ``secure`` (the window forbids
    pictures). ``tree``: None when not asked for. ``settled``: nothing moved any more when it was taken.
    """

    width: int
    height: int
    image: np.ndarray | None = field(default=None, repr=False)
    tree: UiTree | None = field(default=None, repr=False)
    package: str = ""
    activity: str = ""
    rotation: int = 0
    secure: bool = False
    settled: bool = True
    captured_at: float = 0.0
    version: int = 0  # counts the observations of one driver

    @property
    def focused(self) -> Node | None:
        """The text field that has the focus."""
        return self.tree.focused() if self.tree else None
