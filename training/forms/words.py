"""Words of screens and goals as the compact form tells them: cut, levelled, and known or only their shape.

A word that training screens know (``lexicon.txt``) stands for itself, a small number too; anything else is
one of a few hundred buckets, or a shape such as ``<price>``. Nothing here knows a task.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from zlib import crc32

BUCKETS = 128
SMALL = 31  # whole numbers up to here are words
SHAPES = ("<price>", "<time>", "<tel>", "<code>", "<number>", "<foreign>")
STOP = frozenset(
    """
    a an the and or of to in on at for with my your our it its is are be was by from as that this these those
    i me you we please then so into up out also just not no do does did has have had will can them they he she
    his her their one s t all any if but
    """.split()  # noqa: SIM905
)
_TOKEN = re.compile(
    r"(?P<price>[$€£¥]\s?\d[\d,]*(?:\.\d+)?)"
    r"|(?P<tel>\+?\d[\d()]*(?:[ \-–]\d[\d()]+){2,})"
    r"|(?P<time>\d{1,2}:\d{2}(?!\d)(?:[–-]\d{1,2}:\d{2})?)"
    r"|(?P<code>[A-Za-z]{1,4}-?\d[\w-]*|\d+[A-Z]+\b(?:-\w+)*)"
    r"|(?P<number>\d+(?:[.,]\d+)*)"
    r"|(?P<word>[A-Za-zÀ-ɏ]+(?:['’][A-Za-z]+)?)"
    r"|(?P<foreign>[^\W\d_]+)"
    r"|(?P<mark>[:+→←=/%★★☆“”\"?])"
)


@dataclass(frozen=True, slots=True)
class Word:
    """``said``: levelled, what is compared; ``shown``: the token a model reads; [start, end) in the text."""

    kind: str
    said: str
    shown: str
    start: int
    end: int

    @property
    def counts(self) -> bool:
        """Whether it says something: no mark, no small word."""
        return self.kind != "mark" and self.said not in STOP

    @property
    def value(self) -> bool:
        return self.kind in ("price", "time", "tel", "code", "number")


@lru_cache(1)
def lexicon() -> frozenset[str]:
    """Words with an entry of their own, out of training templates alone (see ``lexicon.py``)."""
    return frozenset((Path(__file__).parent / "lexicon.txt").read_text(encoding="utf-8").split())


def number(text: str) -> str:
    """Equal for equal amounts: "$1,000.00" and "1000"."""
    bare = re.sub(r"[^\d.]", "", text.replace(",", "")).rstrip(".")
    try:
        return f"{float(bare):.10g}"
    except ValueError:
        return bare


def _level(kind: str, text: str) -> str:
    if kind in ("price", "number"):
        return number(text)
    if kind == "time":
        return text.zfill(5)
    if kind == "tel":
        return re.sub(r"\D", "", text)
    return text.casefold().replace("’", "'").removesuffix("'s")


def _shown(kind: str, said: str) -> str:
    if kind == "number":
        return said if said.isdigit() and int(said) <= SMALL else "<number>"
    if kind in ("word", "mark"):
        return said if kind == "mark" or said in lexicon() else f"h{crc32(said.encode()) % BUCKETS}"
    return f"<{kind}>"


@lru_cache(1 << 16)
def words(text: str) -> tuple[Word, ...]:
    """A text cut into words; what is neither word, number nor one of a few marks is left out."""
    found = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        said = _level(kind, match[0])
        found.append(Word(kind, said, _shown(kind, said), match.start(), match.end()))
    return tuple(found)


def known(word: Word) -> bool:
    """Whether its token tells it from all others."""
    return not word.shown.startswith(("h", "<")) or word.shown in lexicon()
