"""Directions of text: which runs go right to left, and in what order a line's runs are drawn (UAX #9)."""

import re

from bidi import algorithm

# Hebrew, Arabic, Syriac, Thaana, N'Ko and the presentation forms, and the explicit right-to-left marks.
_RTL = re.compile("[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff]")
_REMOVED = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def has_rtl(text: str) -> bool:
    return _RTL.search(text) is not None


def levels(text: str) -> tuple[int, list[int]]:
    """(base level, embedding level of each character). Dropped characters take their neighbour's level."""
    if not has_rtl(text):
        return 0, [0] * len(text)
    base = algorithm.get_base_level(text)
    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, ("L", "R")[base]
    algorithm.get_embedding_levels(text, storage)
    for position, char in enumerate(storage["chars"]):
        char["index"] = position
        if char["type"] in (
            "LRI",
            "RLI",
            "FSI",
            "PDI",
        ):  # isolates: newer than this algorithm, so plain neutrals
            char["type"] = char["orig"] = "ON"
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    result: list[int | None] = [None] * len(text)
    for char in storage["chars"]:
        result[char["index"]] = char["level"]
    last = base
    for i, level in enumerate(result):
        last = result[i] = last if level is None else level
    # L1: white space at the end goes with the paragraph, so that a typed space does not jump.
    for i in range(len(text) - 1, -1, -1):
        if not (text[i].isspace() or text[i] in _REMOVED):
            break
        result[i] = base
    return base, result


def visual_order(run_levels: list[int]) -> list[int]:
    """Indices of runs from left to right, given their levels in reading order (rule L2)."""
    order = list(range(len(run_levels)))
    if not any(run_levels):
        return order
    lowest_odd = min((level for level in run_levels if level % 2), default=1)
    for level in range(max(run_levels), lowest_odd - 1, -1):
        i = 0
        while i < len(order):
            if run_levels[order[i]] < level:
                i += 1
                continue
            j = i
            while j < len(order) and run_levels[order[j]] >= level:
                j += 1
            order[i:j] = reversed(order[i:j])
            i = j
    return order
