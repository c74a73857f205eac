"""Groups of screens for learning: a quiz with its score, and a deck of flashcards."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import filled


@module
def quiz(questions, screen="quiz", title="Quiz", scores="scores", then=None):
    """Questions with one right answer each: choose, check, read why, go on; at the end a score that is
    kept. `questions` is a table with the columns set, prompt, options (a list), answer and why; the
    screen takes the `set` to ask. State: `scores` (set, right, total, at); `then` are actions at the
    end."""
    rows = f"where({questions}, set=set)"
    return filled(
        "quiz", scores=scores, screen=screen, title=title, rows=rows, asked=f"{rows}[index]", then=then
    )


@module
def flashcards(cards, screen="cards", title="Cards", known="known", start=()):
    """Cards to turn: the front, a tap, the back, then Again or Got it. `cards` is a table with the columns
    deck, front, back and hint; the screen takes the `deck`. State: the list `known` of ids, at first
    those of `start`."""
    rows = f"where({cards}, deck=deck)"
    return filled(
        "flashcards",
        known=known,
        screen=screen,
        title=title,
        rows=rows,
        card=f"{rows}[index]",
        start=list(start),
    )
