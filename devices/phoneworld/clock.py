"""Virtual time: epoch milliseconds, date words, and the queue of events that wait for their moment."""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache

START = int(datetime(2026, 3, 14, 9, 41, tzinfo=UTC).timestamp() * 1000)  # a Saturday
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def schedule(events: tuple, at: int, serial: int, name: str, payload) -> tuple:
    """The queue with one more event, ordered by time, then by the order of scheduling."""
    return tuple(sorted((*events, (at, serial, name, payload))))  # no two have the same serial


def when(ms: int) -> datetime:
    """The moment as a UTC datetime (the phone's zone is UTC)."""
    return datetime.fromtimestamp(ms / 1000, UTC)


@lru_cache(8192)
def stamp(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> int:
    """Epoch milliseconds of a UTC moment."""
    return int(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp() * 1000)


@lru_cache(8192)
def words(ms: int, pattern: str) -> str:
    """Format a moment by strftime codes, plus `%-d`, `%-I`, `%-H`, `%-m` without padding."""
    moment = when(ms)
    pattern = re.sub(r"%-([dIHm])", lambda m: moment.strftime("%" + m[1]).lstrip("0") or "0", pattern)
    return moment.strftime(pattern)


@lru_cache(8192)
def ago(ms: int, now: int) -> str:
    """A short relative time, as message lists show it."""
    gap = now - ms
    if gap <= -MINUTE:  # views know the minute only: what lies in it is now
        return words(ms, "%a %H:%M") if -gap < 6 * DAY else words(ms, "%-d %b")
    if gap < MINUTE:
        return "now"
    if gap < HOUR:
        return f"{gap // MINUTE} min"
    if ms // DAY == now // DAY:
        return words(ms, "%H:%M")
    if gap < 6 * DAY:
        return words(ms, "%a %H:%M")
    return words(ms, "%-d %b") if when(ms).year == when(now).year else words(ms, "%-d %b %Y")


@lru_cache(8192)
def day_words(ms: int, now: int) -> str:
    """Today, Yesterday, Tomorrow, or a date."""
    gap = ms // DAY - now // DAY
    if gap in (-1, 0, 1):
        return {-1: "Yesterday", 0: "Today", 1: "Tomorrow"}[gap]
    return words(ms, "%A, %-d %B" if when(ms).year == when(now).year else "%-d %B %Y")


_RELATIVE = re.compile(r"^@(?:([+-]?\d+)d)?\s*(?:(\d\d?):(\d\d)|([+-]\d+)m)?$")


def relative(text: str, base: int = START) -> int:
    """`@-2d 15:37`, `@+3d`, `@-90m`, `@08:00`: a moment told from the phone's first day. ValueError if
    malformed."""
    found = _RELATIVE.match(text.strip())
    if not found or text.strip() == "@":
        raise ValueError(f"{text!r} is not a relative time such as '@-2d 15:37' or '@-90m'")
    days, hour, minute, minutes = found.groups()
    if minutes:
        return base + int(minutes) * MINUTE
    moment = when(base) + timedelta(days=int(days or 0))
    if hour is not None:
        moment = moment.replace(hour=int(hour), minute=int(minute), second=0, microsecond=0)
    return int(moment.timestamp() * 1000)
