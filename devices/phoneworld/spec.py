"""Loading an app: its folder's `app.yaml` merged with its modules, checked, and compiled to an `App`.

Every name is resolved here, so an unknown column, screen, widget or function fails with file, line and field.
"""

from functools import lru_cache, partial
from pathlib import Path

from devices.phoneworld import clock, tables
from devices.phoneworld.compiler import Compiler
from devices.phoneworld.errors import SpecError
from devices.phoneworld.expr import Row, Scope, Table, Translator
from devices.phoneworld.render import icons
from devices.phoneworld.screen import App, LazyScreen, Overlay, Parts
from devices.phoneworld.source import Map, Seq, parse, wrap
from devices.phoneworld.state import EMPTY, Frozen, freeze
from devices.phoneworld.widgets import WIDGETS
from devices.phoneworld.window import CAPSULE_DP

APP_KEYS = {
    "package",
    "label",
    "domain",
    "summary",
    "icon",
    "color",
    "theme",
    "version",
    "home",
    "permissions",
    "uses",
    "state",
    "content",
    "modules",
    "screens",
    "nav",
    "accepts",
    "events",
    "receives",
    "system",
    "hidden",
    "mini",
    "links",
}
# What an app is about. Breadth is counted by these, so the list is closed.
DOMAINS = (
    "communication", "contacts", "events", "files", "food", "groceries", "health", "home", "jobs",
    "learning", "mail", "maps", "money", "music", "news", "notes", "photos", "reading", "rides",
    "second_hand", "shopping", "social", "system", "time", "travel", "utilities", "video", "weather",
)  # fmt: skip
SCREEN_KEYS = {
    "title",
    "subtitle",
    "appbar",
    "header",
    "body",
    "footer",
    "fab",
    "params",
    "vars",
    "overlays",
    "load",
    "back",
    "changed",
    "secure",
    "start",
    "activity",
    "nav",
    "overlay",
    "pull",
}
NAV_KEYS = {"screen", "label", "icon", "badge"}
OVERLAYS = ("dialog", "sheet", "menu")
TAKEN = ("text", "link", "place")  # what an app that accepts a share takes, unless it says more


def load_app(folder, lazy=False) -> App:
    """Compile the app in a folder. SpecError tells file, line and field of the first mistake; with `lazy`,
    a mistake in a screen only when that screen is first used."""
    folder = Path(folder)
    path = folder / "app.yaml"
    return compile_app(
        parse(
            path.read_text(encoding="utf-8"),
            str(path.name if folder.name == "" else f"{folder.name}/{path.name}"),
        ),
        folder,
        lazy,
    )


def load_text(text: str, name: str = "app.yaml") -> App:
    """Compile an app from YAML text (no further files)."""
    return compile_app(parse(text, name), None)


def compile_app(spec: Map, folder, lazy=False) -> App:
    """Compile a parsed spec; with `lazy`, each screen when it is first used."""
    app = _Loader(spec, folder).app()
    for screen in () if lazy else app.screens.values():
        screen.compile()
    return app


def merged(spec: Map) -> Map:
    """The spec with its modules folded in, as it is compiled."""
    return _Loader(spec, None).spec


class _Loader:
    def __init__(self, spec: Map, folder):
        self.file, self.folder = spec.file, folder
        self.compiler = Compiler(spec.file)
        self.compiler.check_keys(spec, APP_KEYS)
        for wanted in ("package", "label"):
            if not isinstance(spec.get(wanted), str):
                raise spec.error(f"an app needs {wanted!r}", wanted)
        if spec.get("domain") not in DOMAINS:
            said = f"unknown domain {spec['domain']!r}" if "domain" in spec else "an app needs 'domain'"
            raise spec.error(f"{said}; one of: {', '.join(DOMAINS)}", "domain")
        self.spec = self._with_modules(spec)
        if not isinstance(self.spec.get("screens"), Map) or not self.spec["screens"]:
            raise spec.error("an app needs `screens`", "screens")

    # -- modules
    def _with_modules(self, spec):
        from devices.phoneworld.modules import MODULES

        merged = Map({}, file=spec.file, line=spec.line, lines=dict(spec.lines))
        for entry in spec.get("modules") or ():
            if not isinstance(entry, Map) or len(entry) != 1:
                raise spec.error("a module is `- name: {parameters}`", "modules")
            name, parameters = next(iter(entry.items()))
            if name not in MODULES:
                raise entry.error(f"unknown module {name!r}; known: {', '.join(sorted(MODULES))}", name)
            line = entry.lines.get(name, entry.line)
            module = MODULES[name]
            parameters = parameters or Map({}, file=spec.file, line=line)
            self.compiler.check_keys(parameters, module.parameters)
            for wanted in module.required:
                if wanted not in parameters:
                    raise entry.error(f"the module {name} needs {wanted!r}", name)
            fragment = wrap(module.build(**parameters), f"{spec.file} (module {name})", line)
            _merge(merged, fragment)
        _merge(merged, spec)
        return merged

    # -- data
    def _rows(self, holder, value):
        if isinstance(value, str):
            if self.folder is None or not (self.folder / value).is_file():
                raise holder.error(f"no file {value!r} beside the spec", "rows")
            document = parse((self.folder / value).read_text(encoding="utf-8"), f"{self.folder.name}/{value}")
            value = document.get("rows")
        if not isinstance(value, Seq):
            raise holder.error("expected a list of rows", "rows")
        for n, row in enumerate(value):
            if not isinstance(row, Map):
                raise holder.error(f"row {n + 1} is not a mapping", "rows")
        return value

    def _table(self, name, holder):
        self.compiler.check_keys(holder, {"columns", "rows"})
        rows = self._rows(holder, holder["rows"]) if holder.get("rows") is not None else Seq()
        columns = holder.get("columns")
        if columns is None:
            columns = {k: None for row in rows for k in row if k != "id"}
        defaults = freeze({k: v for k, v in columns.items() if k != "id"})
        found = {}
        for n, row in enumerate(rows, 1):
            for key in row:
                if key != "id" and key not in defaults:
                    raise row.error(f"no column {key!r} in {name}; columns: {', '.join(defaults)}", key)
            key = str(row.get("id", f"{name[0]}{n}"))
            if key in found:
                raise row.error(f"the id {key!r} stands twice in {name}", "id")
            values = {k: _moment(freeze(v)) for k, v in row.items()}
            found[key] = Frozen({"id": key} | defaults | values | {"id": key})
        return Frozen(found), defaults

    def _data(self, part):
        """`(values, types, defaults)` of the state or content part."""
        values, types, defaults = {}, {}, {}
        for name, holder in (self.spec.get(part) or {}).items():
            if not isinstance(name, str) or not name.isidentifier() or name.startswith("_"):
                raise self.spec.error(f"{name!r} is not a plain name", part)
            if isinstance(holder, Map) and ("columns" in holder or "rows" in holder):
                values[name], defaults[name] = self._table(name, holder)
                types[name] = Table(frozenset({"id", *defaults[name]}))
            else:
                values[name], types[name] = _moment(freeze(holder)), None
        return values, types, defaults

    # -- the app
    def app(self) -> App:
        """Compile everything."""
        spec, compiler = self.spec, self.compiler
        initial, slot_types, defaults = self._data("state")
        content, content_types, _ = self._data("content")
        compiler.names.update({f"C_{k}": v for k, v in content.items()})
        uses = spec.get("uses") or ()
        for name in uses:
            if name not in tables.TYPES:
                raise spec.error(
                    f"no system table {name!r}; known: {', '.join(sorted(tables.TYPES))}", "uses"
                )
        screens = spec["screens"]
        self.scope = Scope(
            package=spec["package"],
            slots=slot_types,
            content=content_types,
            system={k: tables.TYPES[k] for k in uses},
        )
        for name, holder in screens.items():
            if not isinstance(holder, Map):
                raise screens.error("expected a mapping", name)
            self.scope.screens[name] = self._params(holder, "params")
        if not icons.exists(str(spec.get("icon", "apps"))):
            raise spec.error(f"there is no icon {spec['icon']!r}", "icon")
        home = spec.get("home", next(iter(screens)))
        if home not in screens:
            raise spec.error(f"no screen {home!r}", "home")
        package = spec["package"]
        compiled = {
            name: LazyScreen(
                name, package, activity_of(name, holder), partial(self._screen, name, holder, home)
            )
            for name, holder in screens.items()
        }
        return App(
            package=package,
            label=spec["label"],
            domain=spec["domain"],
            summary=str(spec.get("summary", "")),
            icon=str(spec.get("icon", "apps")),
            color=str(spec.get("color", "#5f6368")),
            version=str(spec.get("version", "1.0")),
            home=home,
            screens=compiled,
            initial=Frozen(initial),
            defaults=defaults,
            accepts=self._accepts(),
            events=self._events("events"),
            receives=self._events("receives"),
            permissions=tuple(spec.get("permissions") or ()),
            theme_color=spec.get("theme"),
            content=content,
            system=bool(spec.get("system")),
            hidden=bool(spec.get("hidden")),
            mini=str(spec.get("mini", "")),
            folder=self.folder,
            links=self._links(),
            types=dict(slot_types.items()),
        )

    @staticmethod
    def _params(holder, key):
        value = holder.get(key) or ()
        if isinstance(value, Map):
            return {k: freeze(v) for k, v in value.items()}
        if not isinstance(value, (Seq, tuple)) or not all(isinstance(v, str) for v in value):
            raise holder.error("expected a list of names", key)
        return dict.fromkeys(value)

    def _screen(self, name, holder, home) -> Parts:
        compiler, spec = self.compiler, self.spec
        compiler.check_keys(holder, SCREEN_KEYS)
        params = self.scope.screens[name]
        values = {**params, **{k: freeze(v) for k, v in (holder.get("vars") or {}).items()}}
        overlays = holder.get("overlays") or {}
        overlay_params = {}
        for key, overlay in overlays.items():
            if not isinstance(overlay, Map):
                raise overlays.error("expected a mapping", key)
            overlay_params[key] = self._params(overlay, "params")
            values.update({k: v for k, v in overlay_params[key].items() if k not in values})
        for key in values:
            if not isinstance(key, str) or not key.isidentifier() or key.startswith("_"):
                raise holder.error(f"{key!r} is not a plain name", "vars")
            if key in self.scope.slots or key in self.scope.content:
                raise holder.error(f"the variable {key!r} has the name of app data", "vars")
        base = self.scope
        scope = Scope(
            base.package,
            base.slots,
            dict.fromkeys(values),
            base.system,
            base.content,
            {},
            base.screens,
            overlay_params,
        )
        screen = Parts(params=tuple(params))
        compiler.screen = screen
        is_nav = any(n.get("screen") == name for n in spec.get("nav") or () if isinstance(n, Map))
        screen.appbar = self._appbar(holder, scope, name == home or is_nav)
        screen.header = compiler.body(holder.get("header"), scope, holder, "header")
        screen.body = compiler.body(holder.get("body"), scope, holder, "body")
        screen.footer = compiler.body(holder.get("footer"), scope, holder, "footer")
        if holder.get("fab"):
            screen.fab = compiler.section(
                Map({"fab": holder["fab"]}, file=holder.file, line=holder.line), scope, holder, "fab"
            )
        if is_nav and holder.get("nav", True):
            screen.nav = self._nav(name, scope)
        auto = next((f.name for f in screen.fields.values() if f.auto), None)
        for key, overlay in overlays.items():
            before = dict(screen.fields)
            screen.overlays[key] = self._overlay(key, overlay, scope, overlay_params[key])
            screen.overlays[key].auto = next(
                (f.name for n, f in screen.fields.items() if f.auto and before.get(n) is not f), None
            )
        changes = holder.get("changed") or Map({}, file=holder.file, line=holder.line)
        for key, actions in changes.items():
            if key not in values:
                raise changes.error(f"no variable {key!r}", key)
            screen.changed[key] = compiler.plain_handler(actions, scope, changes, key)
        screen.load = compiler.plain_handler(holder.get("load"), scope, holder, "load")
        screen.back = compiler.plain_handler(holder.get("back"), scope, holder, "back")
        screen.pull = compiler.plain_handler(holder.get("pull"), scope, holder, "pull")
        screen.secure, screen.mini = bool(holder.get("secure")), bool(spec.get("mini"))
        screen.overlay = str(holder.get("overlay", ""))
        if screen.overlay and screen.overlay not in overlays:
            raise holder.error(f"no overlay {screen.overlay!r}", "overlay")
        screen.variables = Frozen(
            {
                **values,
                "@focus": None,
                "@scroll": 1 << 24 if holder.get("start") == "bottom" else 0,
                "@overlay": screen.overlay or None,
                "@overlay_scroll": 0,
                "@anchor": None,
                "@auto": auto,
                **dict.fromkeys(screen.scrollers, 0),
            }
        )
        return screen

    def _appbar(self, holder, scope, top):
        bar = holder.get("appbar")
        mini = self.spec.get("mini") and not holder.get("overlay")
        if mini and bar is False:
            raise holder.error("a mini-app's screen has an app bar: the capsule stands in it", "appbar")
        if not mini and (bar is False or (bar is None and "title" not in holder)):
            return None
        bar = bar if isinstance(bar, Map) else Map({}, file=holder.file, line=holder.line)
        values = {**{k: holder[k] for k in ("title", "subtitle") if k in holder}, **bar}
        if values.get("back", "auto") == "auto":
            values["back"] = "no" if top and not values.get("search") else "yes"
        if mini:
            values["room"] = CAPSULE_DP
        lines = {**holder.lines, **bar.lines}
        bar = Map(values, file=bar.file, line=bar.line, lines=lines)
        return self.compiler.section(
            Map({"appbar": bar}, file=bar.file, line=bar.line), scope, holder, "appbar"
        )

    def _nav(self, current, scope):
        items = []
        for entry in self.spec["nav"]:
            self.compiler.check_keys(entry, NAV_KEYS)
            if entry.get("screen") not in self.spec["screens"]:
                raise entry.error(f"no screen {entry.get('screen')!r}", "screen")
            item = {k: entry[k] for k in ("label", "icon", "badge") if k in entry}
            item |= {"on": entry["screen"] == current, "tap": f"root({entry['screen']!r})"}
            items.append(Map(item, file=entry.file, line=entry.line, lines=entry.lines))
        bar = Map({"items": Seq(items)}, file=self.file, line=self.spec.lines.get("nav", 0))
        return self.compiler.section(Map({"bottom_nav": bar}, file=self.file), scope, self.spec, "nav")

    def _overlay(self, key, holder, scope, params):
        kinds = [k for k in OVERLAYS if k in holder]
        if len(kinds) != 1:
            raise holder.error("an overlay is one of dialog, sheet, menu", key)
        self.compiler.check_keys(holder, {*OVERLAYS, "params", "dismissable"})
        kind = kinds[0]
        body = holder[kind]
        if kind == "menu" and isinstance(body, Seq):
            body = Map({"items": body}, file=holder.file, line=holder.line)
        section = self.compiler.section(
            Map({kind: body}, file=holder.file, line=holder.line), scope, holder, kind
        )
        return Overlay(kind, section, tuple(params), holder.get("dismissable", True) is not False)

    def _accepts(self):
        found = {}
        for action, holder in (self.spec.get("accepts") or {}).items():
            self.compiler.check_keys(holder, {"screen", "params", "label", "takes"})
            build = self._opening(holder, "intent")
            takes = tuple(holder.get("takes") or TAKEN)
            found[action] = (holder["screen"], build, holder.get("label", self.spec["label"]), takes)
        return found

    def _opening(self, holder, name):
        """A function `(S, V, Y, N, record)` from what an intent or a link brings to a screen's parameters."""
        if holder.get("screen") not in self.spec["screens"]:
            raise holder.error(f"no screen {holder.get('screen')!r}", "screen")
        base = self.scope
        scope = Scope(base.package, base.slots, {}, base.system, base.content, {name: Row(None)})
        translator = Translator(scope)
        known = self.scope.screens[holder["screen"]]
        pairs = []
        for key, value in (holder.get("params") or {}).items():
            if key not in known:
                raise holder.error(f"the screen has no parameter {key!r}", "params")
            pairs.append(f"{key!r}: {self.compiler.guard(holder, 'params', translator.expression, value)}")
        return self.compiler.function("Frozen({" + ", ".join(pairs) + "})", f"S, V, Y, N, l_{name}")

    def _links(self):
        """`(segments, screen, build)` for each pattern such as `product/{id}`, which fills the parameter
        `id`; the first that fits is taken."""
        found = []
        links = self.spec.get("links") or {}
        for pattern, holder in links.items():
            if isinstance(holder, str):
                names = [p[1:-1] for p in str(pattern).split("/") if p[:1] == "{"]
                holder = wrap(
                    {"screen": holder, "params": {n: f"link.{n}" for n in names}},
                    links.file,
                    links.lines.get(pattern, links.line),
                )
            self.compiler.check_keys(holder, {"screen", "params"})
            segments = tuple(p for p in str(pattern).split("/") if p)
            found.append((segments, holder["screen"], self._opening(holder, "link")))
        return tuple(found)

    def _events(self, part):
        found = {}
        for name, holder in (self.spec.get(part) or {}).items():
            if not isinstance(holder, Map):
                raise self.spec.error("expected `params` and `do`", part)
            self.compiler.check_keys(holder, {"params", "do"})
            call, _, _ = self.compiler.handler(
                holder.get("do", []), self.scope, holder, "do", payload=list(holder.get("params") or ())
            )
            found[name] = call
        return found


def activity_of(name, holder):
    """The activity that Android would name for a screen: `NoteEditActivity` for `note_edit`."""
    return str(holder.get("activity") or "".join(p.title() for p in name.split("_")) + "Activity")


def _moment(value):
    if isinstance(value, str) and value.startswith("@"):
        try:
            return clock.relative(value)
        except ValueError:
            return value
    return value


def _merge(into: Map, new: Map):
    """Fold a fragment into a spec: data and screens by name, lists appended, the later one winning."""
    for key, value in new.items():
        if key in ("state", "content", "accepts", "events", "receives", "links") and key in into:
            into[key] = _over(into[key], value)
        elif key == "screens" and key in into:
            for name, screen in value.items():
                old = into[key].get(name)
                into[key][name] = _over(old, screen, ("vars", "overlays", "appbar")) if old else screen
        elif key in ("uses", "permissions") and key in into:
            into[key] = Seq(dict.fromkeys([*into[key], *value]))
        elif key != "modules":
            into[key] = (
                Map(value, file=value.file, line=value.line, lines=value.lines)
                if isinstance(value, Map)
                else value
            )
        into.lines[key] = new.lines.get(key, new.line)


def _over(old: Map, new: Map, deeper=()) -> Map:
    """The new mapping over the old one; the keys in `deeper` are laid over each other likewise."""
    shared = [k for k in deeper if isinstance(old.get(k), Map) and isinstance(new.get(k), Map)]
    both = {k: _over(old[k], new[k]) for k in shared}
    return Map({**old, **new, **both}, file=new.file, line=new.line, lines={**old.lines, **new.lines})


APPS = Path(__file__).parent / "apps"


@lru_cache(None)
def bundled() -> dict:
    """The apps of the `apps` folder by package, loaded once per process; a screen compiles on first use."""
    found = {}
    for path in sorted([*APPS.glob("*/app.yaml"), *APPS.glob("*/mini/*/app.yaml")]):
        app = load_app(path.parent, lazy=True)
        if app.package in found:
            raise SpecError(f"the package {app.package} stands twice", str(path))
        found[app.package] = app
    return found


def widget_names():
    """The vocabulary, for schema and documentation."""
    return sorted(WIDGETS)


def initial_tables() -> Frozen:
    """Empty system tables."""
    return Frozen(dict.fromkeys(tables.TYPES, EMPTY))
