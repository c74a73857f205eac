"""Where a line may end: after spaces and hyphens, between Chinese or Japanese characters, never inside a word
unless the word alone is wider than the line."""

_NO_START = frozenset("!),.:;?]}¢°·’”†‡›℃∶、。〃〆〕〗〞﹚﹜！＂％＇），．：；？］｝～…—ー」』】》〉々")
_NO_END = frozenset("([{£¥‘“‹〈《「『【〔〖〝﹙﹛＄（．［｛￡￥")
_GLUE = frozenset("\u00a0\u2060\ufeff\u200d\ufe0f\ufe0e\u20e3")


def _ideographic(char: str) -> bool:
    return (
        "\u2e80" <= char <= "\ua4cf"
        or "\uac00" <= char <= "\ud7a3"
        or "\uf900" <= char <= "\ufaff"
        or "\ufe30" <= char <= "\ufe4f"
        or "\uff00" <= char <= "\uffef"
        or char >= "\U0001f000"
    )


def may_break(text: str, i: int) -> bool:
    """May a line end just before character i?"""
    before, after = text[i - 1], text[i]
    if after in _GLUE or before in _GLUE or after.isspace() or "\U0001f3fb" <= after <= "\U0001f3ff":
        return False
    if before.isspace() or before == "\u200b":
        return True
    if after in _NO_START or before in _NO_END:
        return False
    if before in "-–—/" and after.isalpha() and i > 1 and text[i - 2].isalnum():
        return True
    return _ideographic(before) or _ideographic(after)


def break_lines(
    text: str, advances: list[float], max_width: float | None, most: int | None = None
) -> list[tuple[int, int]]:
    """(start, end) of each line; a line keeps the spaces at its end, which take no width.

    With `most`, only that many lines and one for the rest.
    """
    count = len(text)
    if max_width is None or sum(advances) <= max_width:
        return [(0, count)]
    limit = max_width + 0.01
    lines, start, width = [], 0, 0.0
    i = 0
    while i < count:
        width += advances[i]
        if width > limit and i > start and not text[i].isspace():
            last = i
            while last > start and not may_break(text, last):
                last -= 1
            start = last if last > start else _cluster_start(advances, i, start)
            lines.append((lines[-1][1] if lines else 0, start))
            if most is not None and len(lines) >= most:
                break
            i, width = start, 0.0
            continue
        i += 1
    lines.append((start, count))
    return lines


def _cluster_start(advances: list[float], i: int, start: int) -> int:
    """Never cut between a character and the marks on it (they have no width of their own)."""
    while i > start + 1 and advances[i] == 0.0:
        i -= 1
    return i
