"""The launcher: pages of icons and folders, a dock, search, and the drawer of all apps."""

from devices.phoneworld.block import CLICK, EDIT, FOCUSABLE, FOCUSED, FRAME, GESTURE_DP, LONG, STATUS_DP, TEXT
from devices.phoneworld.clock import words
from devices.phoneworld.frame import Window
from devices.phoneworld.functions import fold
from devices.phoneworld.state import Frozen
from devices.phoneworld.system.intents import draw_app_icon
from devices.phoneworld.widgets.inputs import _text
from devices.phoneworld.window import draw_ground, draw_scrim

PACKAGE, ACTIVITY = "org.phoneworld.launcher", ".Launcher"
COLUMNS, ROWS = 4, 5
DOCKED = ("contacts", "messages", "clock", "settings")
START = Frozen(
    {"page": 0, "drawer": False, "folder": None, "query": "", "@focus": None, "@scroll": 0, "@overlay": None}
)


def arrange(packages):
    """Pages, dock: the first four apps dock, the rest fill pages; more than eight system tools share a
    folder."""
    shown = [p for p, row in packages.items() if not row["hidden"]]
    dock = tuple(
        sorted(
            shown,
            key=lambda p: (
                p.rsplit(".", 1)[-1] not in DOCKED,
                DOCKED.index(p.rsplit(".", 1)[-1]) if p.rsplit(".", 1)[-1] in DOCKED else 0,
            ),
        )[:4]
    )
    rest = [p for p in shown if p not in dock]
    tools = [p for p in rest if packages[p]["system"]]
    items = [p for p in rest if p not in tools]
    if len(tools) > 2:
        items.append(("Tools", tuple(tools)))
    else:
        items += tools
    size = COLUMNS * (ROWS - 1)
    pages = tuple(tuple(items[i : i + size]) for i in range(0, len(items), size)) or ((),)
    return Frozen({"pages": pages, "dock": dock})


def draw_home(pen, x, y, w, height, wallpaper, clock, date, page, pages, cells, dock, notes):
    """One page: wallpaper, date, icons, page dots, dock, search pill."""
    d = pen.d
    pen.fill(w, height, 0xFF000000)  # the picture covers it; opaque, the page is copied, not blended
    pen.image(
        wallpaper + ":dark" if pen.c.dark and wallpaper.startswith("wallpaper/") else wallpaper,
        x,
        y,
        w,
        height,
    )
    pen.text(date, "title_large", 0xFFFFFFFF, x + d(28), y + d(STATUS_DP + 16), w - d(56), name="date")
    pen.text(clock, "body_medium", 0xFFFFFFFF, x + d(28), y + d(STATUS_DP + 48), w - d(56), name="weather")
    pen.hit(x, y, w, height, ("sys", "home_ground"))
    cell_w = (w - d(32)) / COLUMNS
    bottom = height - d(GESTURE_DP)
    top, cell_h = y + d(STATUS_DP + 88), d(100)
    for n, cell in enumerate(cells):
        _cell(pen, x + d(16) + n % COLUMNS * cell_w, top + n // COLUMNS * cell_h, cell_w, cell_h, cell, notes)
    for n, cell in enumerate(dock):
        _cell(pen, x + d(16) + n * cell_w, bottom - d(156), cell_w, d(80), cell, notes, label=False)
    if pages > 1:
        left = x + (w - pages * d(14)) / 2
        for n in range(pages):
            pen.circle(
                left + n * d(14) + d(7), bottom - d(170), d(3), 0xFFFFFFFF if n == page else 0x80FFFFFF
            )
    pen.rect(x + d(24), bottom - d(64), w - d(48), d(52), pen.c.surface_container_high, d(26))
    pen.icon("search", x + d(40), bottom - d(50), d(24), pen.c.on_surface_variant)
    pen.text(
        "Search apps",
        "body_large",
        pen.c.on_surface_variant,
        x + d(76),
        bottom - d(50),
        w - d(140),
        node=False,
    )
    pen.hit(x + d(24), bottom - d(64), w - d(48), d(52), ("sys", "home_search"))
    pen.node(FRAME, x + d(24), bottom - d(64), w - d(48), d(52), "Search apps", name="search", flags=CLICK)
    return height


def _cell(pen, x, y, w, h, cell, notes, label=True, ink=0xFFFFFFFF):
    d = pen.d
    size = d(56)
    left = x + (w - size) / 2
    package, name, icon, color = cell[:4]
    if package == "folder":
        pen.ops.append(("rrect", left, y + d(4), size, size, size * 0.3, 0xB3F3EDF7))
        for n, (mini, mini_color) in enumerate(cell[4][:4]):
            draw_app_icon(
                pen, left + d(7) + n % 2 * d(23), y + d(11) + n // 2 * d(23), d(19), mini, mini_color
            )
        target = ("sys", "home_folder", icon)
    else:
        draw_app_icon(pen, left, y + d(4), size, icon, color)
        if package in notes:
            pen.circle(left + size - d(4), y + d(8), d(6), pen.c.error)
        target = ("sys", "launch", package)
    if label:
        if ink == 0xFFFFFFFF:  # a soft shadow keeps white labels readable on a bright wallpaper
            pen.text(
                name, "body_small", 0x73000000, x + d(2) + 1, y + d(66) + 1, w - d(4), 1, "center", node=False
            )
        pen.text(name, "body_small", ink, x + d(2), y + d(66), w - d(4), 1, "center", node=False)
    pen.hit(x, y, w, h, target)
    pen.node(
        TEXT,
        x,
        y,
        w,
        h,
        name,
        desc=f"Folder: {name}" if package == "folder" else name,
        name="icon",
        flags=CLICK | LONG,
    )


def draw_drawer_bar(pen, x, y, w, query, focus):
    """The drawer's search field."""
    d, c = pen.d, pen.c
    pen.fill(w, d(STATUS_DP + 76), c.surface_container)
    top = y + d(STATUS_DP + 8)
    pen.rect(x + d(16), top, w - d(32), d(56), c.surface_container_high, d(28))
    pen.icon("search", x + d(32), top + d(16), d(24), c.on_surface)
    found = pen.layout(query, "body_large")
    ty = int(top + (d(56) - pen.style("body_large")[2]) / 2)
    _text(pen, x + d(72), ty, w - d(140), d(56), found, query, "Search apps", focus, "body_large", False)
    pen.hit(x + d(16), top, w - d(32), d(56), ("field", "V", "query", x + d(72), ty, found.key, False))
    pen.node(
        EDIT,
        x + d(16),
        top,
        w - d(32),
        d(56),
        query,
        desc="Search apps",
        name="input",
        flags=CLICK | FOCUSABLE | (FOCUSED if focus else 0),
    )
    return d(STATUS_DP + 76)


def draw_drawer_row(pen, x, y, w, cells):
    """A line of four apps of the drawer."""
    d = pen.d
    cell_w = (w - d(32)) / COLUMNS
    for n, cell in enumerate(cells):
        _cell(pen, x + d(16) + n * cell_w, y, cell_w, d(100), cell, (), True, pen.c.on_surface)
    return d(100)


def draw_no_app(pen, x, y, w, query):
    """Nothing found."""
    d = pen.d
    pen.text(
        f"No apps found matching “{query}”",
        "body_large",
        pen.c.on_surface_variant,
        x + d(24),
        y + d(40),
        w - d(48),
        2,
        "center",
        name="empty",
    )
    return d(120)


def draw_folder(pen, x, y, w, name, cells):
    """An open folder."""
    d, c = pen.d, pen.c
    lines = (len(cells) + 3) // 4
    h = d(72) + lines * d(100)
    pen.rect(x, y, w, h, c.surface_container, d(28))
    pen.hit(x, y, w, h, None)
    pen.text(name, "title_medium", c.on_surface, x + d(24), y + d(20), w - d(48), name="folder_name")
    cell_w = (w - d(24)) / 4
    for n, cell in enumerate(cells):
        _cell(
            pen,
            x + d(12) + n % 4 * cell_w,
            y + d(56) + n // 4 * d(100),
            cell_w,
            d(100),
            cell,
            (),
            True,
            c.on_surface,
        )
    return h


def _app_cell(packages, package):
    row = packages[package]
    return (package, row["label"], row["icon"], row["color"])


def _cells(packages, items, page):
    found = []
    for n, item in enumerate(items):
        if isinstance(item, tuple):
            inside = tuple((packages[p]["icon"], packages[p]["color"]) for p in item[1] if p in packages)
            found.append(("folder", item[0], f"{page}.{n}", "", inside))
        elif item in packages:
            found.append(_app_cell(packages, item))
    return tuple(found)


def matches(packages, query):
    """Shown apps whose label contains the query, by label."""
    wanted = fold(query)
    return sorted(
        (p for p, r in packages.items() if not r["hidden"] and wanted in fold(r["label"])),
        key=lambda p: fold(packages[p]["label"]),
    )


def windows(look, home, Y, N, ime_height):
    """The launcher's windows: the page, and the drawer or an open folder over it."""
    packages, d = Y["packages"], look.d
    arrangement = arrange(packages)
    pages = arrangement["pages"]
    page = min(home["page"], len(pages) - 1)
    notes = tuple(sorted({n["package"] for n in Y["notifications"].values()}))
    bounds = (0, 0, look.width, look.height)
    wallpaper = Y["settings"].get("system.wallpaper", "wallpaper/dunes")
    dock = tuple(_app_cell(packages, p) for p in arrangement["dock"])
    block = look.block(
        (
            draw_home,
            look.height,
            wallpaper,
            "21° Partly cloudy",
            words(N, "%A, %-d %B"),
            page,
            len(pages),
            _cells(packages, pages[page], page),
            dock,
            notes,
        )
    )
    found = [Window(PACKAGE, "home", ((block, 0, 0, None),), bounds, True)]
    if home["folder"]:
        group, n = (int(v) for v in home["folder"].split("."))
        name, inside = pages[group][n]
        wide = look.width - d(32)
        box = look.block(
            (draw_folder, name, tuple(_app_cell(packages, p) for p in inside if p in packages)), wide
        )
        scrim = look.block((draw_scrim, look.height, 0x66))
        found.append(
            Window(
                PACKAGE,
                "folder",
                ((scrim, 0, 0, None), (box, d(16), (look.height - box.h) // 2, None)),
                bounds,
                True,
            )
        )
    if home["drawer"]:
        found.append(_drawer(look, home, packages, ime_height, bounds))
    return found


def _drawer(look, home, packages, ime_height, bounds):
    d = look.d
    focus = home["@focus"]
    ground = look.block((draw_ground, look.theme.surface_container, look.height))
    bar = look.block((draw_drawer_bar, home["query"], focus[1:] if focus else None))
    shown = matches(packages, home["query"])
    placed, y, rows = [(ground, 0, 0, None)], 0, []
    for start in range(0, len(shown), COLUMNS):
        cells = tuple(_app_cell(packages, p) for p in shown[start : start + COLUMNS])
        block = look.block((draw_drawer_row, cells))
        rows.append((block, y))
        y += block.h
    if not shown:
        rows.append((look.block((draw_no_app, home["query"])), 0))
    top, bottom = bar.h, look.height - (ime_height or d(GESTURE_DP))
    most = max(0, y - (bottom - top))
    offset = min(home["@scroll"], most)
    clip = (0, top, look.width, bottom)
    first = len(placed)
    placed += [
        (b, 0, top + at - offset, clip) for b, at in rows if top + at - offset < bottom and at + b.h > offset
    ]
    last = len(placed)
    placed.append((bar, 0, 0, None))
    return Window(
        PACKAGE, "drawer", tuple(placed), bounds, True, (*clip, "@scroll", offset, most), (first, last)
    )
