"""The functions expressions may call: pure, bounded, over records, tables, text, numbers and times."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter, methodcaller
from types import NoneType

from devices.phoneworld import arithmetic, clock
from devices.phoneworld.errors import ExpressionError
from devices.phoneworld.state import Frozen

_LARGEST = 2**53


@dataclass(frozen=True)
class Function:
    """A callable of the language: how many arguments, and what the engine passes before them."""

    call: object
    least: int
    most: int
    returns: str = ""
    system: tuple = ()
    minute: bool = False
    package: bool = False
    keywords: bool = False


FUNCTIONS: dict[str, Function] = {}


def function(least, most=None, returns="", system=(), minute=False, package=False, keywords=False):
    """Register a function of the language under its own name (a trailing underscore is dropped)."""

    def register(call):
        FUNCTIONS[call.__name__.rstrip("_")] = Function(
            call, least, least if most is None else most, returns, system, minute, package, keywords
        )
        return call

    return register


# -- what operators compile to
def field_(record, name):
    """`record.name`; None for a missing record or field."""
    return record.get(name) if isinstance(record, dict) else None


def item_(holder, key):
    """`holder[key]`; None when there is no such entry."""
    if isinstance(holder, dict):
        return holder.get(key)
    try:
        return holder[int(key)]
    except (IndexError, TypeError, ValueError):
        return None


def slice_(value, start, end):
    """`value[start:end]` of text or rows."""
    return rows_(value)[start:end] if isinstance(value, dict) else ("" if value is None else value)[start:end]


def rows_(value):
    """The rows of a table, or the items of a list."""
    if isinstance(value, dict):
        return tuple(value.values())
    return value if isinstance(value, (tuple, str, range)) else () if value is None else (value,)


def mul_(a, b):
    """Product of numbers, within 2**53, so that no text or number can be blown up."""
    if isinstance(a, (str, tuple, bytes)) or isinstance(b, (str, tuple, bytes)):
        raise ExpressionError("only numbers can be multiplied")
    product = a * b
    if not -_LARGEST <= product <= _LARGEST:
        raise ExpressionError("the product is too large")
    return product


def mod_(a, b):
    """Remainder of numbers."""
    if isinstance(a, (str, bytes)):
        raise ExpressionError("only numbers have a remainder")
    return a % b


def add_(a, b):
    """Sum of numbers, text joined to text, rows after rows."""
    if isinstance(a, str) or isinstance(b, str):
        joined = text(a) + text(b)
        if len(joined) > 100_000:
            raise ExpressionError("the text is too long")
        return joined
    return rows_(a) + rows_(b) if isinstance(a, (tuple, dict)) else (a or 0) + (b or 0)


def text(value) -> str:
    """A value as text is shown: None is empty, whole floats lose their point."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, tuple):
        return ", ".join(text(v) for v in value)
    return str(value)


# -- tables
@function(2, 2, returns="row")
def get(table, key):
    """The row with this id, or None."""
    return (
        table.get(key) if isinstance(table, dict) else next((r for r in rows_(table) if r["id"] == key), None)
    )


@function(1)
def count(items):
    """How many rows, items or characters."""
    return len(items) if items is not None else 0


FUNCTIONS["len"] = FUNCTIONS["count"]


@function(1, returns="row")
def first(items):
    """The first row, or None."""
    return next(iter(rows_(items)), None)


@function(1, returns="row")
def last(items):
    """The last row, or None."""
    found = rows_(items)
    return found[-1] if found else None


def _key(name, rows):
    """A sort key by a column: texts without case, then numbers (nothing is 0)."""
    kinds = set(map(type, map(methodcaller("get", name), rows)))
    if kinds <= _NUMBERS:
        return itemgetter(name)
    if kinds == {str}:
        return lambda row: row[name].casefold()

    def key(row):
        value = row.get(name)
        return (0, value.casefold()) if isinstance(value, str) else (1, value or 0)

    return key


_NUMBERS = {int, float, bool}


@function(1, 6, returns="rows")
def sort(items, *keys):
    """Rows sorted by columns; a leading `-` sorts downwards: `sort(notes, "-pinned", "title")`."""
    found = list(rows_(items))
    if not keys:
        return tuple(sorted(found))
    for name in reversed(keys):
        found.sort(key=_key(name.lstrip("-"), found), reverse=name.startswith("-"))
    return tuple(found)


@function(1, returns="rows", keywords=True)
def where(items, /, **wanted):
    """Rows whose columns equal the named values: `where(messages, thread=id)`."""
    pairs = list(wanted.items())
    if items.__class__ is Frozen and pairs and isinstance(pairs[0][1], (str, int, float, NoneType)):
        items = items.rows_with(*pairs.pop(0))
        if not pairs:
            return items
    return tuple([r for r in rows_(items) if all(r.get(k) == v for k, v in pairs)])


@function(3, 12, returns="rows")
def search(items, query, *names):
    """Rows where any of the columns contains the query, ignoring case and accents; all rows for an empty
    one."""
    if not query:
        return rows_(items)
    wanted = fold(query)
    found = []
    for row in rows_(items):
        for name in names:
            if wanted in fold(text(row.get(name))):
                found.append(row)
                break
    return tuple(found)


@lru_cache(16384)
def fold(value: str) -> str:
    """Text without case and accents, for matching."""
    plain = unicodedata.normalize("NFKD", value.strip()).casefold()
    return "".join(c for c in plain if not unicodedata.combining(c))


@function(2, 3, returns="rows")
def unique(items, name, _unused=None):
    """The distinct values of a column, in order of appearance."""
    return tuple(dict.fromkeys(r.get(name) for r in rows_(items)))


@function(1, returns="rows")
def reverse(items):
    """Rows in the opposite order."""
    return rows_(items)[::-1]


@function(1, 2)
def sum_(items, name=None):
    """Sum of numbers, or of a column."""
    return sum((r.get(name) or 0) if name else (r or 0) for r in rows_(items))


@function(1, 8)
def min_(*items):
    """The smallest of a list or of the arguments; None if empty."""
    return min(items[0] if len(items) == 1 else items, default=None)


@function(1, 8)
def max_(*items):
    """The largest of a list or of the arguments; None if empty."""
    return max(items[0] if len(items) == 1 else items, default=None)


@function(1)
def any_(items):
    """Whether any item is true."""
    return any(rows_(items))


@function(1)
def all_(items):
    """Whether every item is true."""
    return all(rows_(items))


@function(1, 3)
def range_(*bounds):
    """Whole numbers, at most 1,000 of them."""
    numbers = range(*(int(b) for b in bounds))
    if len(numbers) > 1000:
        raise ExpressionError("a range holds at most 1,000 numbers")
    return tuple(numbers)


@function(2)
def has(items, value):
    """Whether a list holds the value, or a table the id."""
    return items is not None and value in items


@function(2)
def with_item(items, value):
    """The list with the value added if it was absent."""
    items = rows_(items)
    return items if value in items else (*items, value)


@function(2)
def without_item(items, value):
    """The list without the value."""
    return tuple([i for i in rows_(items) if i != value])


@function(4, 5, returns="rows")
def by_day(items, column, first_day, days, how="sum"):
    """One number a day from the rows' column and their `at`: sum (0 without rows), mean, last, max or min
    (None without rows), beginning with the day of `first_day`, for at most 400 days."""
    found = [[] for _ in range(max(0, min(int(days), 400)))]
    start = start_of_day(first_day)
    for row in rows_(items):
        n = (row["at"] - start) // clock.DAY
        if 0 <= n < len(found):
            found[n].append((row["at"], row[column]))
    if how == "sum":
        return tuple(sum(v for _, v in day_) for day_ in found)
    made = {
        "mean": lambda values: sum(v for _, v in values) / len(values),
        "last": lambda values: max(values)[1],
        "max": lambda values: max(v for _, v in values),
        "min": lambda values: min(v for _, v in values),
    }[how]
    return tuple(made(day_) if day_ else None for day_ in found)


# -- text
@function(2)
def join(separator, items):
    """Items joined into text."""
    return separator.join(text(i) for i in rows_(items))


@function(1)
def upper(value):
    """Capital letters."""
    return text(value).upper()


@function(1)
def lower(value):
    """Small letters."""
    return text(value).lower()


@function(1)
def title(value):
    """First letter large."""
    value = text(value)
    return value[:1].upper() + value[1:]


@function(1)
def strip(value):
    """Text without surrounding space."""
    return text(value).strip()


@function(3)
def replace(value, old, new):
    """Text with every `old` made `new`."""
    return text(value).replace(old, new[:1000]) if old else text(value)


@function(2)
def split(value, separator):
    """Pieces between separators."""
    return tuple(text(value).split(separator)) if separator else (text(value),)


@function(2)
def contains(value, part):
    """Whether the text contains the part, ignoring case and accents."""
    return fold(text(part)) in fold(text(value))


@function(2)
def starts(value, part):
    """Whether the text starts with the part."""
    return text(value).startswith(part)


@function(2)
def ends(value, part):
    """Whether the text ends with the part."""
    return text(value).endswith(part)


@function(1)
def one_line(value):
    """Text with line breaks made spaces, as previews show it."""
    return " ".join(text(value).split())


@function(1)
def initials(value):
    """One or two letters for an avatar."""
    words = [w for w in text(value).split() if w[0].isalnum()]
    if not words:
        return "#"
    return (words[0][0] + (words[-1][0] if len(words) > 1 and words[0][0].isascii() else "")).upper()


@function(2, 3)
def plural(n, one, many=None):
    """`1 note`, `3 notes`."""
    return f"{n} {one if n == 1 else many or one + 's'}"


@function(1, 2)
def money(amount, sign="$"):
    """An amount with two decimals."""
    amount = amount or 0
    return f"-{sign}{-amount:,.2f}" if amount < 0 else f"{sign}{amount:,.2f}"


@function(1, 2)
def number(value, decimals=0):
    """A number with thousands separators."""
    return f"{value or 0:,.{min(int(decimals), 6)}f}"


@function(2)
def pad(value, width):
    """A whole number with leading zeros."""
    return text(value).zfill(min(int(width), 20))


@function(1)
def size(count_of_bytes):
    """A file size in words."""
    value = float(count_of_bytes or 0)
    for unit in ("B", "kB", "MB", "GB"):
        if value < 1000 or unit == "GB":
            return f"{value:.0f} {unit}" if unit == "B" or value >= 100 else f"{value:.1f} {unit}"
        value /= 1000


@function(1)
def duration(ms):
    """Milliseconds as `1:05:09`, `5:09`."""
    seconds = int(ms or 0) // 1000
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


# -- numbers
@function(1)
def str_(value):
    """A value as text."""
    return text(value)


@function(1)
def int_(value):
    """A whole number; 0 if the text is none."""
    try:
        return int(float(value))
    except (TypeError, ValueError, OverflowError):
        return 0


@function(1)
def float_(value):
    """A number; 0.0 if the text is none."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return 0.0


@function(1, 2)
def round_(value, decimals=0):
    """Rounded half to even, as Python does."""
    return round(value or 0, int(decimals)) if decimals else round(value or 0)


@function(1)
def abs_(value):
    """The size of a number."""
    return abs(value or 0)


FUNCTIONS["calculate"] = Function(arithmetic.calculate, 1, 1)


# -- times (epoch ms)
@function(1, 2)
def time(ms, pattern="%H:%M"):
    """The time of day."""
    return clock.words(ms, pattern) if ms else ""


@function(1, 2)
def date(ms, pattern="%-d %b %Y"):
    """A date by strftime codes (`%-d` without padding)."""
    return clock.words(ms, pattern) if ms else ""


@function(1, minute=True)
def ago(now, ms):
    """A short relative time for lists."""
    return clock.ago(ms or 0, now)


@function(1, minute=True)
def day(now, ms):
    """Today, Yesterday, Tomorrow or a date."""
    return clock.day_words(ms or 0, now)


@function(1)
def start_of_day(ms):
    """Midnight of the moment's day."""
    return int(ms) // clock.DAY * clock.DAY


@function(3, 5)
def moment(year, month, day_, hour=0, minute=0):
    """Epoch ms of a date and time; the day is cut to the month's length."""
    year, month = int(year) + (int(month) - 1) // 12, (int(month) - 1) % 12 + 1
    for last_day in (31, 30, 29, 28):
        if day_ <= last_day or last_day == 28:
            try:
                return clock.stamp(year, month, min(int(day_), last_day), int(hour), int(minute))
            except ValueError:
                continue
    return clock.stamp(year, month, 28, int(hour), int(minute))


@function(2)
def add_months(ms, months):
    """The same day some months later."""
    when = clock.when(ms)
    return moment(when.year, when.month + int(months), when.day, when.hour, when.minute)


@function(2)
def part(ms, name):
    """A part of a moment: year, month, day, hour, minute, weekday (Monday is 0)."""
    when = clock.when(ms or 0)
    return when.weekday() if name == "weekday" else getattr(when, name) if name in _PARTS else None


_PARTS = ("year", "month", "day", "hour", "minute", "second")


# -- the system
@function(1, 2, system=("settings",))
def setting(settings, key, default=None):
    """An Android setting such as `global.airplane_mode_on`; numbers come as numbers."""
    value = settings.get(key)
    if value is None:
        return default
    return int(value) if isinstance(value, str) and value.lstrip("-").isdigit() else value


@function(1, system=("permissions",), package=True)
def granted(permissions, package, name):
    """Whether this app holds a runtime permission: contacts, sms, camera, location, files, microphone…"""
    return permissions.get(f"{package}/{name}") == "granted"


@function(1, system=("contacts",))
def contact_by_number(contacts, number_):
    """The contact with this phone number, or None."""
    wanted = digits(number_)
    return next((c for c in contacts.values() if digits(c["phone"]) == wanted), None) if wanted else None


_LINK = re.compile(r"(?:https?|phoneworld)://[^\s<>\"”]+")


@function(1)
def link_in(value):
    """The first link in a text, or nothing: `https://marlow.example/product/p11`."""
    found = _LINK.search(text(value))
    return found[0].rstrip(".,;:!?)”'，。") if found else ""


@lru_cache(4096)
def digits(value: str) -> str:
    """Only the digits of a phone number."""
    return "".join(c for c in value or "" if c.isdigit())


FUNCTIONS["digits"] = Function(digits, 1, 1)


@function(2, 3, returns="rows")
def files_in(files, folder, kind=None):
    """The files and folders directly in a folder, folders first, by name."""
    base = folder.rstrip("/") + "/"
    found = [
        f
        for p, f in files.items()
        if p.startswith(base) and "/" not in p[len(base) :] and (kind is None or f["kind"] == kind)
    ]
    return tuple(sorted(found, key=lambda f: (f["kind"] != "folder", f["name"].casefold())))


NAMESPACE = {f"F_{name}": spec.call for name, spec in FUNCTIONS.items()} | {
    "F_field_": field_,
    "F_item_": item_,
    "F_slice_": slice_,
    "F_rows_": rows_,
    "F_mul_": mul_,
    "F_mod_": mod_,
    "F_add_": add_,
    "T": text,
    "Frozen": Frozen,
    "tuple": tuple,
    "__builtins__": {},
}
