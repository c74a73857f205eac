"""The linter at work: load, read, walk, look; then take out what is allowed."""

import json
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

from devices.phoneworld.errors import SpecError
from devices.phoneworld.lint import allow, look, static, walk
from devices.phoneworld.lint.findings import CHECKS, Finding
from devices.phoneworld.lint.words import Words
from devices.phoneworld.source import parse
from devices.phoneworld.spec import APPS, compile_app, merged
from devices.phoneworld.world import World


def folders() -> list[Path]:
    """Every app's folder."""
    return sorted(path.parent for path in APPS.rglob("app.yaml"))


def _parsed(folder):
    return parse((folder / "app.yaml").read_text(encoding="utf-8"), f"{folder.name}/app.yaml")


def load(folder):
    """`(merged spec, app)` of a folder, or the SpecError that keeps it from loading. Screens come later."""
    try:
        spec = _parsed(folder)
        return merged(spec), compile_app(spec, folder, lazy=True)
    except SpecError as error:
        return error
    except Exception as error:  # a module that chokes on what it was given should say so itself
        return SpecError(f"{type(error).__name__}: {error}", f"{folder.name}/app.yaml")


@cache
def workshop():
    """`(world of the bundled apps that load, {folder: what load() gave})`."""
    loaded = {folder: load(folder) for folder in folders()}
    return World([held[1] for held in loaded.values() if isinstance(held, tuple)]), loaded


class Linter:
    """Looks at one app. `findings()` are those that no lint.yaml allows."""

    def __init__(self, folder, spec, app, world, steps=walk.STEPS):
        self.folder, self.spec, self.app, self.world, self.steps = folder, spec, app, world, steps
        self.words = Words(spec, folder)
        self.found, self.seen, self.told = {}, set(), set()

    def findings(self) -> list[Finding]:
        """All checks."""
        for finding in static.check(self.spec, self.app):
            self.found.setdefault(finding, None)
        start = self.world.phone(seed=1)
        tour = walk.Walk(start, self.app.package, self.steps, self._see, self._fell)
        for (screen, _), phone in tour.run().items():
            shown = self._windows(phone)
            for window in shown:
                look.window(self._look_of(phone), window, lambda c, t, w, s=screen: self._tell(c, t, w, s))
            dark = walk.in_dark(phone)
            for window in self._windows(dark):
                self._blocks(dark, window, screen, colors=True)
        return allow.without(self.folder, sorted(self.found))

    def _look_of(self, phone):
        return phone._composer.look(
            phone.state["sys"]["settings"], phone.state["rotation"], self.app.theme_color
        )

    def _windows(self, phone):
        return [w for w in phone.frame().windows if w.package == self.app.package]

    def _see(self, phone):
        for window in self._windows(phone):
            if id(window) not in self.seen:
                self.seen.add(id(window))
                self._blocks(phone, window, walk.place(phone)[1])

    def _blocks(self, phone, window, screen, colors=False):
        face = self._look_of(phone)
        for block, *_ in window.placed:
            if block.key not in self.seen:
                self.seen.add(block.key)
                one = look.BlockLook(face, block, lambda c, t, w: self._tell(c, t, w, screen), self._fixed)
                one.colors() if colors else one.all()

    def _fixed(self, text):
        return self.words.place(text)[2]

    def _tell(self, check, text, words, screen):
        file, line, _ = self.words.place(text) if text else self._screen_place(screen)
        alike = (check, screen, words.replace(repr(text), ""))  # said of one row, it holds for its sisters
        if alike not in self.told:
            self.told.add(alike)
            self.found.setdefault(Finding(file, line, check, screen, words), None)

    def _screen_place(self, screen):
        holder = self.spec["screens"].get(screen)
        return (*static.at(holder), True) if holder is not None else self.words.default

    def _fell(self, words, phone):
        _, screen, overlay = walk.place(phone)
        self._tell("crash", "", f"{words} {overlay}".strip(), screen)


def mistake(app) -> SpecError | None:
    """The first mistake in the app's screens, which compile only when they are used."""
    try:
        for screen in app.screens.values():
            screen.compile()
    except SpecError as error:
        return error
    return None


def lint(folder, steps=walk.STEPS) -> list[Finding]:
    """The findings of one app's folder; one from elsewhere is looked at without the bundled apps."""
    folder = Path(folder)
    world, loaded = workshop() if APPS in folder.parents else (None, {})
    held = loaded[folder] if folder in loaded else load(folder)
    if not isinstance(held, SpecError):
        held = mistake(held[1]) or held
    if isinstance(held, SpecError):
        return [Finding(held.file, held.line, "load", "", f"{held.field}: {held.message}".strip(": "))]
    return Linter(folder, *held, world or World([held[1]]), steps).findings()


def chosen(names) -> list[Path]:
    """The folders that names or labels mean, all without names. ValueError for a name that is none."""
    every = folders()
    if not names:
        return every
    found = [f for f in every if f.name in names]
    unknown = set(names) - {f.name for f in found}
    if unknown:
        raise ValueError(f"no app {', '.join(sorted(unknown))}; known: {', '.join(f.name for f in every)}")
    return found


def report(options) -> int:
    """Print what was found; 1 if anything was."""
    if options.checks:
        print("\n".join(f"{name:<13} {words}" for name, words in CHECKS.items()))
        return 0
    wanted = chosen(options.app)
    if options.jobs > 1 and len(wanted) > 1:
        with ProcessPoolExecutor(options.jobs) as pool:
            results = list(pool.map(lint, wanted))
    else:
        results = [lint(folder) for folder in wanted]
    found = [finding for result in results for finding in result]
    for finding in found:
        print(finding)
    print(json.dumps({"apps": len(wanted), "findings": len(found)}) if options.json else
          f"{len(wanted)} apps, {len(found)} findings")  # fmt: skip
    return 1 if found else 0
