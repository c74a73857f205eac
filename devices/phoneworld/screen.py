"""Compiled apps and screens."""

from dataclasses import dataclass, field
from functools import cached_property
from threading import RLock

from devices.phoneworld.section import ListSection, Plan, Section, reader
from devices.phoneworld.state import EMPTY, Frozen


@dataclass
class Overlay:
    """A dialog, sheet or menu of a screen. `dismissable`: a tap outside closes it; `auto`: its field with
    autofocus."""

    kind: str
    section: Section
    params: tuple = ()
    dismissable: bool = True
    auto: str | None = None

    @cached_property
    def inputs(self):
        """The reader of all that its window shows."""
        return reader(self.section.reads | {"V['@overlay_scroll']", "V['@anchor']"})


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
    pull: object = None
    secure: bool = False
    overlay: str = ""
    mini: bool = False


_COMPILING = RLock()  # an app's compiler works on one screen at a time


class Screen:
    """One screen of an app, with the attributes of `Parts`."""

    compiled = True

    def __init__(self, name, package, activity):
        self.name, self.package, self.activity = name, package, activity
        self.plans = {}

    def compile(self):
        """It is."""

    def parts(self):
        """All sections, those of the overlays too."""
        found = [self.appbar, self.fab, self.nav, *self.header, *self.body, *self.footer]
        found += [overlay.section for overlay in self.overlays.values()]
        return [part for part in found if part is not None]

    @cached_property
    def inputs(self):
        """`(reads, reader)` of all that the screen shows but for its overlays."""
        parts = [self.appbar, *self.header, self.nav, *self.footer, *self.body, self.fab]
        reads = sorted({"V['@scroll']"}.union(*(part.reads for part in parts if part is not None)))
        return reads, reader(reads)

    def plan(self, look) -> Plan:
        """The plan for a look, made when first asked for; it holds the memos of all that is shown."""
        found = self.plans.get(look)
        if found is None:
            found = self.plans[look] = Plan(self, look)
        return found

    def forget(self):
        """Drop all memos."""
        self.plans.clear()
        for part in self.body if self.compiled else ():
            if type(part) is ListSection:
                part.forget()


class LazyScreen(Screen):
    """A screen that is compiled, and then a plain one, when one of its parts is first asked for, so that a
    phone of sixty apps starts as quickly as one of six."""

    compiled = False

    def __init__(self, name, package, activity, compiler):
        super().__init__(name, package, activity)
        self._compiler = compiler

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
                self.__class__ = Screen  # whose attributes are found without a call


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
    folder: object = None
    links: tuple = ()
    summary: str = ""
    types: dict = field(default_factory=dict)
    notification_sample: tuple = ()
