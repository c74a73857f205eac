"""What a prompt of the compact form holds beside its words: what the references of an answer stand for."""

import re
from dataclasses import dataclass, field

from devices.actions import ActionError
from training.forms.base import Prompt
from training.forms.elements import Element
from training.forms.goals import GoalText

NOTES, VALUES, MAYBE = 12, 24, 5  # at most
PLACE = re.compile(r"e\d+")
TEXT = re.compile(r"[SnvA]\d+")
CHOICES = (PLACE, TEXT)  # the kinds of tokens that an answer chooses among


@dataclass(slots=True)
class CompactPrompt(Prompt):
    """With what the references of an answer stand for. ``names``: of each element, for the past; ``ends``:
    the number of the token that each element's line ends with; ``texts``: of those that stand for a text or
    an app; ``maybe``: packages that the goal does not name; ``mark``: equal for equal screens."""

    goal: GoalText | None = None
    elements: list[Element] = field(default_factory=list)
    names: list[tuple[str, ...]] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    maybe: tuple[str, ...] = ()
    front: str = ""
    mark: str = ""

    def element(self, place: str) -> Element:
        """What ``e3`` stands for. ActionError when there is no such."""
        if not PLACE.fullmatch(place) or int(place[1:]) >= len(self.elements):
            raise ActionError(f"nothing on the screen is called {place!r}")
        return self.elements[int(place[1:])]
