"""Compiled apps and screens, and their memoised sections: the parts of a screen with what each of them
reads."""

from dataclasses import dataclass, field
from functools import cached_property
from threading import RLock

from devices.phoneworld.memo import drop_oldest, reader
from devices.phoneworld.state import EMPTY, Frozen

SECTION_KEPT, ROWS_KEPT = 256, 4000
LAID = {("V", name) for name in ("@scroll", "@overlay", "@overlay_scroll", "@anchor")}


def grounded(block, look):
    """The block with the screen's ground as its own: opaque blocks are copied, not blended."""
    if block.bg is None and not any(op[0] == "shadow" for op in block.ops):
        block.bg = look.theme.surface
    return block


class Section:
    """A widget of a screen as a function `(S, V, Y, N) -> resolved widget or None`, kept by what it reads.

    The memo's key is what is read (branches of the state by identity), so an unrelated change costs one
    lookup.
    """

    __slots__ = ("deps", "inputs", "memo", "resolve")

    def __init__(self, resolve, deps):
        self.resolve, self.deps = resolve, frozenset(deps)
        self.inputs = reader(self.deps)
        self.memo = {}

    def block(self, look, S, V, Y, N):
        """The laid-out block, or None when the section is absent now."""
        key = (look, self.inputs(S, V, Y, N))
        memo = self.memo
        try:
            return memo[key]
        except KeyError:
            pass
        drop_oldest(memo, SECTION_KEPT)
        node = self.resolve(S, V, Y, N)
        found = memo[key] = None if node is None else grounded(look.block(node), look)
        return found

    def node(self, S, V, Y, N):
        """The resolved widget."""
        return self.resolve(S, V, Y, N)

    def forget(self):
        """Drop the memo."""
        self.memo.clear()


class ListSection:
    """A list or grid of the body: items, a row function of `(S, V, Y, N, item)`, optional headings and
    empty state.

    Rows are kept by the identity of the item, so one changed row is one new block.
    """

    __slots__ = ("columns", "deps", "divider", "empty", "gap", "heading", "inputs", "items", "memo", "row")

    def __init__(self, items, row, columns, gap, heading, empty, divider):
        self.items, self.row, self.columns, self.gap = items, row, columns, gap
        self.heading, self.empty, self.divider = heading, empty, divider
        self.deps = items.deps.union(row.deps, *(s.deps for s in (heading, empty) if s is not None))
        self.inputs = reader(self.deps)
        self.memo = {}

    def placed(self, look, S, V, Y, N):
        """`(blocks as (block, x, y) from the section's top, height)`."""
        key = (look, self.inputs(S, V, Y, N))
        found = self.memo.get(key)
        if found is None:
            drop_oldest(self.memo, SECTION_KEPT)
            found = self.memo[key] = self._lay_out(look, S, V, Y, N)
        return found

    def forget(self):
        """Drop the memos."""
        for part in (self, self.items, self.row, self.heading, self.empty):
            if part is not None:
                part.memo.clear()

    def _rows(self, look, width, S, V, Y, N, items):
        """A block for each item, out of the memo by identity where possible."""
        row = self.row
        memo_key = (look, width, row.inputs(S, V, Y, N))
        rows = row.memo.get(memo_key)
        if rows is None:
            drop_oldest(row.memo, SECTION_KEPT)
            rows = row.memo[memo_key] = {}
        blocks = []
        if len(rows) > ROWS_KEPT:
            rows.clear()
        resolve = row.resolve
        for item in items:
            found = rows.get(id(item))
            if found is None:
                node = resolve(S, V, Y, N, item)
                found = rows[id(item)] = (
                    None if node is None else grounded(look.block(node, width), look),
                    item,
                )
            blocks.append(found[0])
        return blocks

    def _lay_out(self, look, S, V, Y, N):
        items = self.items.resolve(S, V, Y, N)
        if not items:
            block = self.empty.block(look, S, V, Y, N) if self.empty is not None else None
            return (((block, 0, 0),), block.h) if block is not None else ((), 0)
        if self.columns > 1:
            return self._grid(look, S, V, Y, N, items)
        blocks = self._rows(look, look.width, S, V, Y, N, items)
        placed, y, last = [], 0, None
        gap = look.d(self.gap) if self.gap else 0
        for n, block in enumerate(blocks):
            if block is None:
                continue
            if self.heading is not None:
                title = self.heading.resolve(S, V, Y, N, items[n])
                if title != last:
                    last = title
                    header = look.block(self.divider.heading(title))
                    placed.append((header, 0, y))
                    y += header.h
            elif self.divider.between and placed:
                line = look.block(self.divider.line)
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
                header = look.block(self.divider.heading(title))
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


@dataclass
class Overlay:
    """A dialog, sheet or menu of a screen. `dismissable`: a tap outside closes it; `auto`: its field with
    autofocus."""

    kind: str
    section: Section
    params: tuple = ()
    dismissable: bool = True
    auto: str | None = None


@dataclass
class Field:
    """A text field of a screen: what edits it and what an edit runs."""

    letter: str
    name: str
    secret: bool = False
    keyboard: str = "text"
    lines: int = 1
    submit: object = None
    auto: bool = False


@dataclass(eq=False)
class Parts:
    """What a screen is compiled to."""

    variables: Frozen = EMPTY
    params: tuple = ()
    appbar: Section | None = None
    header: list = field(default_factory=list)
    body: list = field(default_factory=list)
    footer: list = field(default_factory=list)
    fab: Section | None = None
    nav: Section | None = None
    overlays: dict = field(default_factory=dict)
    fields: dict = field(default_factory=dict)
    scrollers: list = field(default_factory=list)
    changed: dict = field(default_factory=dict)
    load: object = None
    back: object = None
    secure: bool = False
    overlay: str = ""
    mini: bool = False


_COMPILING = RLock()  # an app's compiler works on one screen at a time


class Screen:
    """One screen of an app, with the attributes of `Parts`. It is compiled when one of them is first asked
    for, so that a phone of sixty apps starts as quickly as one of six."""

    def __init__(self, name, package, activity, compiler):
        self.name, self.package, self.activity, self._compiler = name, package, activity, compiler

    @property
    def compiled(self) -> bool:
        """Whether it has been compiled."""
        return self._compiler is None

    def __getattr__(self, name):
        if name in Parts.__dataclass_fields__:
            self.compile()
            return self.__dict__[name]
        raise AttributeError(name)

    def compile(self):
        """Compile now. SpecError tells the first mistake."""
        with _COMPILING:
            if self._compiler is not None:
                self.__dict__.update(vars(self._compiler()))
                self._compiler = None

    def parts(self):
        """All sections, those of the overlays too."""
        found = [self.appbar, self.fab, self.nav, *self.header, *self.body, *self.footer]
        found += [overlay.section for overlay in self.overlays.values()]
        return [part for part in found if part is not None]

    @cached_property
    def inputs(self):
        """A function `(S, V, Y, N)` that gives all that the screen's windows show: the key of their memo."""
        return reader(LAID.union(*(part.deps for part in self.parts())))


@dataclass
class App:
    """One compiled app. initial: its state after install; defaults: the columns' defaults of its tables."""

    package: str
    label: str
    domain: str
    icon: str
    color: str
    version: str
    home: str
    screens: dict
    initial: Frozen
    defaults: dict
    accepts: dict
    events: dict
    receives: dict
    permissions: tuple
    theme_color: str | None
    content: dict
    system: bool = False
    hidden: bool = False
    mini: str = ""
    links: tuple = ()
    summary: str = ""
    types: dict = field(default_factory=dict)
    notification_sample: tuple = ()
