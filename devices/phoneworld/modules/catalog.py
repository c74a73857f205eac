"""A catalogue: things to search, narrow down, put in order and save."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import extended, fill, filled
from devices.phoneworld.widgets import WIDGETS

NETWORK = "setting('global.wifi_on', 1) or setting('global.mobile_data', 1)"
OFFLINE = f"setting('global.airplane_mode_on', 0) or not ({NETWORK})"
_COMPARE = {"is": "=={}", "most": "<={}", "least": ">={}"}


def _holds(facet, each):
    """The condition of one facet; an empty choice holds for all."""
    column, kind = facet["column"], facet.get("kind", "is")
    var = f"by_{column}" if kind in ("is", "yes") else f"{kind}_{column}"
    test = f"{each}.{column}" if kind == "yes" else f"{each}.{column} {_COMPARE[kind].format(' ' + var)}"
    return var, f"(not {var} or {test})"


def _facet(facet, table, var):
    """The widgets of one facet in the sheet: a switch, or a heading with its choices."""
    if facet.get("kind") == "yes":
        return [{"switch": {"title": facet["label"], "on": var, "tap": f"{var} = not {var}"}}]
    options = facet.get("options")
    each = repr(tuple(options)) if options else f"sort(unique({table}, '{facet['column']}'))"
    shown = facet.get("show", "{option}")
    chip = {
        "each": each,
        "as": "option",
        "label": shown,
        "on": f"{var} == option",
        "tap": f"{var} = '' if {var} == option else option",
    }
    return [{"section": facet["label"]}, {"chips": {"items": [chip]}}]


def _offline(service):
    """The page without a connection."""
    return {
        "error": {
            "when": OFFLINE,
            "icon": "wifi_off",
            "title": "You are offline",
            "text": f"{service} needs a connection. Check Wi-Fi or airplane mode, then try again.",
            "button": "Try again",
            "tap": "toast('Still offline')",
        }
    }


def _listing(given, grid):
    given = {**given, "as": "item"}
    return {"grid": {**given, "gap": 12}} if grid else {"list": given}


def _unsearched(entry, active, online):
    """A widget that gives way once something is searched or filtered, or there is no connection."""
    ((kind, given),) = entry.items()
    if not isinstance(given, dict):
        given = {WIDGETS[kind].short: given}
    held = f" and ({given['when']})" if "when" in given else ""
    rest = {k: v for k, v in given.items() if k != "when"}
    return {kind: extended(rest, when=f"not query and not ({active}){online}{held}")}


@module
def catalog(
    table, fields, row, screen="home", title=None, target=None, hint="Search", facets=(), sorts=None,
    where=None, saved=None, saved_screen="saved", saved_title="Saved", start=(), quick=(), before=None,
    one="result", many=None, grid=False, appbar=False, avatar=None, nothing=None, empty_saved=None, online="",
):  # fmt: skip
    """Rows of `table` to look through: a search field over `fields`, a sheet of `facets` `{column, label,
    options, kind, show}` (kind: is, most, least or yes; the options are the column's values if not
    given; `show` words an `{option}`), and orders `sorts` (label to column, `-` downwards). `row` is
    the widget for an `item`, that opens `target`; with `grid` two stand side by side. With `saved`, a
    list of ids in the state (at first `start`), there is a screen of the saved ones. `quick` are
    further chips, `before` widgets above the results while nothing is searched, `where` a condition on
    `item`."""
    sorts = sorts or {"Best match": ""}
    tests = [_holds(f, "item") for f in facets]
    found = f"search({table}, query, {', '.join(repr(f) for f in fields)})"
    kept = " and ".join([*([where] if where else []), *(t for _, t in tests)])
    found = f"[item for item in {found} if {kept}]" if kept else found
    first, *_ = sorts
    active = " + ".join(f"(1 if {v} else 0)" for v, _ in tests) or "0"
    word = "".join(f"{label!r} if order == {key!r} else " for label, key in sorts.items()) + repr(first)
    clear = [f"{v} = ''" for v, _ in tests]
    sheet = [w for f, (v, _) in zip(facets, tests, strict=True) for w in _facet(f, table, v)]
    shown = f"'Show ' + plural(count({found}), {one!r}, {many or one + 's'!r})"
    sheet += [
        {"button": {"label": f"{{{shown}}}", "wide": True, "tap": "close()"}},
        {"button": {"label": "Clear all", "style": "text", "wide": True, "tap": [*clear, "close()"]}},
    ]
    kind, given = next(iter(row.items()))
    drawn = {kind: extended(given, tap=f"open('{target}', id=item.id)") if target else given}
    nothing = extended(
        nothing or {"title": "Nothing found", "text": "Try other words or fewer filters."}, icon="search_off"
    )
    listing = {"items": f"sort({found}, order) if order else {found}", "row": drawn, "empty": nothing}
    made = filled(
        "catalog",
        screen=screen,
        title=title,
        appbar=appbar if title is None else None,
        avatar=avatar,
        hint=hint,
        active=f"({active})",
        found=found,
        one=one,
        many=many or one + "s",
        vars={"query": "", "order": sorts[first], **{v: "" for v, _ in tests}},
        order_word=f"{{{word}}}",
        orders=[
            {"label": label, "on": f"order == {key!r}", "tap": f"order = {key!r}"}
            for label, key in sorts.items()
        ],
        quick=list(quick),
        before=[
            _unsearched(entry, active, f" and not ({OFFLINE})" if online else "") for entry in before or ()
        ],
        offline=_offline(online) if online else None,
        facets=sheet,
        listing=_listing({**listing, "when": f"not ({OFFLINE})"} if online else listing, grid),
    )
    if saved:
        empty = empty_saved or {
            "icon": "favorite",
            "title": "Nothing saved yet",
            "text": "Tap a heart to keep things here.",
        }
        kept = {
            "items": f"[item for item in {table} if item.id in {saved}]",
            "as": "item",
            "row": drawn,
            "empty": empty,
        }
        made["state"] = {saved: list(start)}
        made["screens"] |= fill(
            "$screen: {title: $title, body: [$kept, {space: 16}]}",
            screen=saved_screen,
            title=saved_title,
            kept=_listing(kept, grid),
        )
    return made
