"""A world: the set of compiled apps that its phones share, with everything that can be computed once."""

from functools import cached_property, lru_cache

from devices.phoneworld.compose import Composer
from devices.phoneworld.disturb.layouts import variant
from devices.phoneworld.spec import bundled
from devices.phoneworld.system.provision import initial_state


class World:
    """Apps by package. Phones of one world share compiled apps, laid-out blocks and first states."""

    def __init__(self, apps):
        self.apps = apps if isinstance(apps, dict) else {a.package: a for a in apps}
        self._initial, self._composers, self._variants = {}, {}, {}

    def initial(self, seed, dark, locale):
        """The first state for a seed (shared: it cannot be changed)."""
        base = self._initial.get((dark, locale))
        if base is None:
            base = self._initial[(dark, locale)] = initial_state(self.apps, 0, dark, locale)
        from devices.phoneworld.rng import seeded

        return base.merge({"seed": seed, "rng": seeded(seed)})

    def composer(self, width, height, scale):
        """The composer of a screen size."""
        key = (width, height, scale)
        if key not in self._composers:
            self._composers[key] = Composer(width, height, scale)
        return self._composers[key]

    def laid_out(self, apps, layouts):
        """These apps with those in `layouts` (package: changes) rearranged, and the others as they come."""
        found = {package: self.apps.get(package, app) for package, app in apps.items()}
        for package, changes in layouts.items():
            if package in found:
                key = (package, changes)
                if key not in self._variants:
                    self._variants[key] = variant(self.apps[package], changes)
                found[package] = self._variants[key]
        return found

    @cached_property
    def accepting(self) -> dict:
        """The packages of the apps that accept an action, whatever their layout, by action."""
        actions = {action for app in self.apps.values() for action in app.accepts}
        return {a: frozenset(p for p, app in self.apps.items() if a in app.accepts) for a in actions}

    def forget(self):
        """Drop the memos of what has been shown; all of it can be made again."""
        for composer in self._composers.values():
            composer.forget()
        for app in self.apps.values():
            for screen in app.screens.values():
                screen.forget()

    def phone(self, seed=0, **options):
        """A phone of this world."""
        from devices.phoneworld.phone import Phone

        return Phone(seed, world=self, **options)


@lru_cache(1)
def default_world() -> World:
    """The world of the bundled apps."""
    return World(bundled())
