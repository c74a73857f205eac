"""A finding: what is wrong, where it is written, and on which screen it shows."""

from dataclasses import dataclass

CHECKS = {
    "load": "the spec does not load: an unknown name, key, widget, icon, screen, …",
    "domain": "`domain` is missing",
    "content": "fewer than 30 rows or entries to look at",
    "dead-screen": "nothing leads to this screen",
    "dead-overlay": "nothing shows this dialog, sheet or menu",
    "dead-event": "nothing queues this event",
    "never-shown": "a `when` that is never true",
    "empty-state": "a list that can become empty and says nothing then",
    "blank": "a screen with nothing on it",
    "cut": "words that end in an ellipsis where they must be read whole",
    "overflow": "text or a button beyond the edge of the screen or of its part",
    "overlap": "two texts on one another",
    "contrast": "text below WCAG AA: 4.5, or 3 where it is large",
    "picture": "a picture that does not exist",
    "description": "something to tap that has neither words nor a description",
    "target": "something to tap that is smaller than 40 dp",
    "room": "header, footer and keyboard leave the body less than 96 dp",
    "crash": "a tap that raised an exception",
    "allowance": "an entry of lint.yaml that allows nothing any more",
}


@dataclass(frozen=True, order=True)
class Finding:
    """One finding. file and line: where the words or the widget are written, as far as that is known."""

    file: str
    line: int
    check: str
    screen: str
    words: str

    def __str__(self):
        where = f"{self.file}:{self.line}" if self.line else self.file
        screen = f" ({self.screen})" if self.screen else ""
        return f"{where}: {self.check}: {self.words}{screen}"
