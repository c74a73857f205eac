"""Sections: the parts of a screen as functions of what each of them reads, and a screen's plan of them.

What a part reads are *reads*: Python sources of cheap values such as `V['id']` or the `title` of one row. A
plan reads all that a screen shows once; each part's memo key is a pick out of that, so that a part is
resolved again only when something it shows has changed, whatever else happened to the table it lies in.
"""

import re
from dataclasses import dataclass
from itertools import accumulate, repeat
from operator import itemgetter

from devices.phoneworld.functions import NAMESPACE
from devices.phoneworld.memo import PLAIN, drop_oldest, exact, own

SECTION_KEPT, ROWS_KEPT = 256, 4000
FIRST_ROWS = 12  # about what a screen shows of a list
_FIRST = object()  # marks the key of a list's first rows
# What several reads share: a row named by a variable, and the field with the caret. Of them they take a part.
_SHARED = re.compile(r"[SY]\['\w+'\]\.get\(V\['\w+'\]\)|V\['@focus'\]")
_COLUMN = re.compile(r"F_field_\((r\d+), ('\w+')\)")
_CARET = re.compile(r"F_focus_\((r\d+), ('\w+')\)")


def source_of(letter, name):
    """The read of a whole branch: a table or scalar S, a variable V, a system table Y, or the minute N."""
    return "N" if letter == "N" else f"{letter}[{name!r}]"


def reader(reads, more=""):
    """A function `(S, V, Y, N)` (and `more`) that gives the reads as a tuple of exact keys, sorted."""
    arguments, space = "S, V, Y, N" + more, dict(NAMESPACE, F_focus_=focus_, PLAIN=PLAIN, exact=exact)
    shared = dict.fromkeys(row for source in sorted(reads) for row in _SHARED.findall(source))
    names = {row: f"r{n}" for n, row in enumerate(shared)}
    before = "".join(f"        {name} = {row}\n" for row, name in names.items())
    values = []
    for source in sorted(reads):
        value = _SHARED.sub(lambda found: names[found[0]], source)
        value = _COLUMN.sub(r"(\1.get(\2) if \1 is not None else None)", value)
        value = _CARET.sub(r"(\1[1:] if \1 is not None and \1[0] == \2 else None)", value)
        whole = source[0] in "NY" or source.startswith(("V['@", "F_focus_")) or source in shared
        # tables, rows, and the engine's own variables are of one kind each
        values.append(value if whole else f"(v if (v := {value}).__class__ in PLAIN else exact(v))")
    code = (
        f"def read({arguments}):\n    try:\n{before}        return ({''.join(v + ', ' for v in values)})\n"
        f"    except Exception:\n        return failed({arguments})\n"
    )
    space["failed"] = lambda *given: tuple(
        [_tried(f"lambda {arguments}: {source}", space, given) for source in sorted(reads)]
    )
    exec(compile(code, "<reads>", "exec"), space)
    return space["read"]


def _tried(source, space, given):
    """A read that fails, out of its place in a condition, is no value: what needs it tells the mistake."""
    try:
        return exact(_compiled(source, space)(*given))
    except Exception:
        return Exception


def _compiled(source, space):
    if source not in space:  # seldom asked for, so compiled only then
        space[source] = eval(source, space)
    return space[source]


def focus_(focus, name):
    """The selection `(a, b)` if this field has the focus."""
    return focus[1:] if focus is not None and focus[0] == name else None


def draw_ground(pen, x, y, w, color, height):
    """A plain coloured ground."""
    pen.fill(w, height, color)
    return height


def grounded(block, look):
    """The block with the screen's ground as its own: opaque blocks are copied, not blended."""
    if block.bg is None and not block.raised:
        block.bg = look.theme.surface
    return block


class Section:
    """A widget of a screen as a function `(S, V, Y, N) -> resolved widget or None`, and what it reads."""

    __slots__ = ("reads", "resolve")

    def __init__(self, resolve, reads):
        self.resolve, self.reads = resolve, frozenset(reads)

    def make(self, look, memo, key, S, V, Y, N):
        """The laid-out block, or None when the section is absent now; kept in the memo under the key."""
        drop_oldest(memo, SECTION_KEPT)
        node = self.resolve(S, V, Y, N)
        found = memo[key] = None if node is None else grounded(look.block(node), look)
        return found


class Rows:
    """A function `(S, V, Y, N, item)` of each item of a list. `reads` are all it reads but the item; `key`
    gives those that take the item too, in place of the tables (`roots`) they are of; `shared` the rest."""

    __slots__ = ("inputs", "key", "reads", "resolve", "shared")

    def __init__(self, resolve, variable, reads, own, roots):
        self.resolve, self.reads = resolve, frozenset(reads) | roots
        self.inputs, self.shared = reader(self.reads), reader(reads)
        self.key = reader({*own, f"l_{variable}"}, f", l_{variable}") if own else None


class ListSection:
    """A list or grid of the body: items, a function of each row, optional headings and empty state.

    Rows are kept by the identity of the item and what else they read, so one changed row is one new block.
    """

    __slots__ = (
        "__weakref__",
        "columns",
        "divider",
        "empty",
        "gap",
        "heading",
        "inputs",
        "items",
        "memo",
        "reads",
        "row",
        "rows",
    )

    def __init__(self, items, row, columns, gap, heading, empty, divider):
        self.items, self.row, self.columns, self.gap = items, row, columns, gap
        self.heading, self.empty, self.divider = heading, empty, divider
        parts = [p for p in (items, row, heading, empty) if p is not None]
        self.reads = frozenset().union(*(p.reads for p in parts))
        self.inputs = reader(items.reads)
        self.memo, self.rows = {}, {}
        own(self)

    def make(self, look, memo, key, S, V, Y, N):
        """`(blocks as (block, x, y from the list's top), its height)`; kept in the memo under the key."""
        drop_oldest(memo, SECTION_KEPT)
        found = memo[key] = self._lay_out(look, self._items(S, V, Y, N), S, V, Y, N)
        return found

    def first(self, look, memo, key, room, S, V, Y, N):
        """As `make`, or, of a list that goes on below so many pixels, only its first rows and None for its
        height: every row that begins above `room` is among them."""
        kept = memo.get((_FIRST, key))
        if kept is not None and kept[0][-1][2] >= room:
            return kept
        items, n = self._items(S, V, Y, N), FIRST_ROWS
        while n < len(items):
            placed, _ = self._lay_out(look, items[:n], S, V, Y, N)
            if placed and placed[-1][2] >= room:
                drop_oldest(memo, SECTION_KEPT)
                found = memo[(_FIRST, key)] = placed, None
                return found
            n *= 2
        return self.make(look, memo, key, S, V, Y, N)

    def tidy(self):
        """Drop the older half of what is kept."""
        drop_oldest(self.memo)
        drop_oldest(self.rows)

    def forget(self):
        """Drop the memos of items and rows."""
        self.memo.clear()
        self.rows.clear()

    def _rows(self, look, width, S, V, Y, N, items):
        """A block for each item. Found by the item alone while all that rows read is the same; else by what
        this row reads of it."""
        row = self.row
        rows = self._kept((look, width, row.inputs(S, V, Y, N)))
        if not PLAIN.issuperset(map(type, items)):
            keys = [exact(item) for item in items]
        else:
            keys = items
        try:
            return list(map(rows.__getitem__, keys))
        except KeyError:
            pass
        if len(rows) > ROWS_KEPT:
            rows.clear()
        own = self._kept((look, width, row.shared(S, V, Y, N), "own")) if row.key is not None else rows
        found = []
        for key, item in zip(keys, items, strict=True):
            block = rows.get(key, rows)
            if block is rows:
                mine = row.key(S, V, Y, N, item) if row.key is not None else key
                block = own.get(mine, own)
                if block is own:
                    node = row.resolve(S, V, Y, N, item)
                    if len(own) > ROWS_KEPT:
                        own.clear()
                    block = None if node is None else grounded(look.block(node, width), look)
                    own[mine] = block
                rows[key] = block
            found.append(block)
        return found

    def _kept(self, key):
        found = self.rows.get(key)
        if found is None:
            drop_oldest(self.rows, SECTION_KEPT)
            found = self.rows[key] = {}
        return found

    def _items(self, S, V, Y, N):
        key = self.inputs(S, V, Y, N)
        items = self.memo.get(key)
        if items is None:
            drop_oldest(self.memo, SECTION_KEPT)
            items = self.memo[key] = self.items.resolve(S, V, Y, N)
        return items

    def _lay_out(self, look, items, S, V, Y, N):
        if not items:
            block = self.empty.make(look, {}, None, S, V, Y, N) if self.empty is not None else None
            return (((block, 0, 0),), block.h) if block is not None else ((), 0)
        if self.columns > 1:
            return self._grid(look, S, V, Y, N, items)
        blocks = self._rows(look, look.width, S, V, Y, N, items)
        gap = look.d(self.gap) if self.gap else 0
        if self.heading is None and not self.divider.between and None not in blocks:
            tops = [0, *accumulate([block.h + gap for block in blocks])]
            return tuple(zip(blocks, repeat(0), tops, strict=False)), tops[-1] - gap
        placed, y, last = [], 0, None
        for n, block in enumerate(blocks):
            if block is None:
                continue
            if self.heading is not None:
                title = self.heading.resolve(S, V, Y, N, items[n])
                if title != last:
                    last = title
                    header = grounded(look.block(self.divider.heading(title)), look)
                    placed.append((header, 0, y))
                    y += header.h
            elif self.divider.between and placed:
                line = grounded(look.block(self.divider.line), look)
                placed.append((line, 0, y))
                y += line.h
            placed.append((block, 0, y))
            y += block.h + gap
        return tuple(placed), y - (gap if placed else 0)

    def _grid(self, look, S, V, Y, N, items):
        gap, side = look.d(self.gap), look.d(16)
        width = (look.width - 2 * side - gap * (self.columns - 1)) // self.columns
        blocks = self._rows(look, width, S, V, Y, N, items)
        placed, y, column, tallest, last = [], look.d(4), 0, 0, None
        for item, block in zip(items, blocks, strict=True):
            if block is None:
                continue
            title = self.heading.resolve(S, V, Y, N, item) if self.heading is not None else None
            if column == self.columns or title != last:
                y += tallest + gap if tallest else 0
                column = tallest = 0
            if title != last:
                last = title
                header = grounded(look.block(self.divider.heading(title)), look)
                placed.append((header, 0, y))
                y += header.h
            x = side + column * (width + gap)
            placed.append((block, look.width - x - width if look.rtl else x, y))
            column, tallest = column + 1, max(tallest, block.h)
        y += tallest + gap if tallest else 0
        return tuple(placed), y


@dataclass
class Between:
    """What stands between rows: hairlines and headings."""

    between: bool
    line: tuple
    heading: object


class Plan:
    """How a screen is put together in one look. `inputs` gives all it reads as a tuple; a part is `(pick,
    memo, section)`: pick takes the part's key out of that tuple. A part that reads nothing is `(None, what it
    always is, None)`. `parts` are the app bar, the FAB and the navigation, then those of the slices header,
    footer and body, over the `ground`. The windows are kept by all that is read."""

    __slots__ = (
        "__weakref__",
        "around",
        "body",
        "footer",
        "ground",
        "header",
        "inputs",
        "look",
        "over",
        "parts",
        "sheet",
        "shown",
        "used",
        "windows",
    )

    def __init__(self, screen, look):
        self.look, self.sheet = look, bool(screen.overlay)
        reads, self.inputs = screen.inputs
        self.windows, self.shown, self.around, self.used = {}, {}, {}, True
        self.ground = look.block((draw_ground, look.theme.surface, look.height))
        own(self)

        def planned(section):
            if section is None:
                return None, None, None
            picked = [n for n, source in enumerate(reads) if source in section.reads]
            if not picked:
                return None, section.make(look, {}, (), None, None, None, None), None
            return itemgetter(*picked), {}, section

        parts, slices = [screen.appbar, screen.fab, screen.nav], []
        for more in (screen.header, screen.footer, screen.body):
            slices.append(slice(len(parts), len(parts) + len(more)))
            parts += more
        self.header, self.footer, self.body = slices
        self.parts = [planned(part) for part in parts]
        self.over = {name: (overlay.inputs, {}) for name, overlay in screen.overlays.items()}

    def tidy(self):
        """Drop the older half of what is kept, or all if nothing new was shown since the last time."""
        memos = [memo for pick, memo, _ in self.parts if pick is not None]
        memos += [memo for _, memo in self.over.values()]
        for memo in (self.windows, self.shown, self.around, *memos):
            if self.used:
                drop_oldest(memo)
            else:
                memo.clear()
        self.used = False
