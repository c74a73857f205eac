"""Every token that the compact form can say, in a fixed order: the starter model's vocabulary."""

from training.forms import compact, elements, goals, words
from training.forms.compact import grounding, screen

PAD, END, UNKNOWN = "<pad>", "<end>", "<unknown>"
HIT, MISS = "<hit>", "<miss>"  # never written: what a teacher says of a line of the screen
_ROLES = ("BUTTON", "ROW", "FIELD", "CHECK", "SEEK", "TEXT", "LIST", "STRIP")
_STATES = ("ON", "OFF", "CHOSEN", "FOCUS", "GREY", "BY", "DID", "SAME", "=", "~", "-", ">")
_KINDS = tuple(sorted(kind.upper() for kind in screen.TELLING))
_PARTS = ("GOAL", "PAST", "NOTES", "APP", "WORDS", "MAYBE", "ALSO", "DO")
_SPANS = ("QUOTE", "NAME", "CALLED", "FOREIGN", "PRICE", "TIME", "TEL", "CODE", "NUMBER")
_MARKS = tuple(':+→←=/%★☆“”"?')
_WAYS = (
    "fill",
    "edit",
    "type",
    "keys",
    "say",
    "open",
    "slide",
    "down",
    "up",
    "left",
    "right",
    "shade",
    "other",
)
VERBS = (*compact.PLAIN, *compact.POINTING, *_WAYS)


def tokens() -> list[str]:
    """Without repetition; apps that are held out from learning have none of their own."""
    numbered = (
        ("e", elements.MOST), ("s", goals.MOST_SPANS), ("S", goals.MOST_SPANS), ("p", goals.MOST_SPANS),
        ("@", goals.MOST_PLACES), ("n", compact.NOTES), ("v", compact.VALUES), ("h", words.BUCKETS),
        ("A", compact.MAYBE), ("r", grounding.MOST + 1), ("", words.SMALL + 1),
    )  # fmt: skip
    found = [
        PAD,
        END,
        UNKNOWN,
        HIT,
        MISS,
        *_PARTS,
        *_ROLES,
        *_KINDS,
        *_STATES,
        *_SPANS,
        *_MARKS,
        *words.SHAPES,
    ]
    found += [*VERBS, *(verb.upper() for verb in VERBS), *(f"x{n}" for n in range(2, 10))]
    found += [f"{letter}{n}" for letter, most in numbered for n in range(most)]
    found += ["app:launcher", "app:android", *goals.known_apps().values()]
    return list(dict.fromkeys([*found, *sorted(words.lexicon())]))
