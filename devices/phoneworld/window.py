"""The windows of an app's screen: its parts put one below the other, and its dialogs, sheets and menus."""

from bisect import bisect_left, bisect_right
from functools import partial
from operator import itemgetter

from devices.phoneworld.block import BUTTON, CLICK, FOCUSABLE, STATUS_DP, Pen
from devices.phoneworld.frame import Window
from devices.phoneworld.memo import drop_oldest
from devices.phoneworld.section import ListSection, draw_ground

CAPSULE_DP, SHOWN_KEPT, AROUND_KEPT = 96, 512, 256


def draw_scrim(pen, x, y, w, height, alpha):
    """The shade that dims what lies below."""
    pen.rect(x, y, w, height, (alpha << 24) | (pen.c.scrim & 0xFFFFFF))
    return height


def draw_capsule(pen, x, y, w):
    """The capsule at the corner of every mini-app's screen: the host's menu, and the way out."""
    d, c = pen.d, pen.c
    left, top, wide, h = x + d(6), y + d(16), d(84), d(32)
    pen.rect(left, top, wide, h, c.surface, d(16))
    pen.ops.append(("stroke", left, top, wide, h, d(16), max(1, d(1)), c.outline_variant))
    pen.rect(left + wide / 2, top + d(8), max(1, d(1)), d(16), c.outline_variant)
    for n, (icon, desc, target) in enumerate(
        (("more_horiz", "More", ("sys", "mini_menu")), ("close", "Close", ("sys", "mini_close")))
    ):
        at = left + n * wide / 2
        pen.icon(icon, at + d(10), top + d(5), d(22), c.on_surface)
        pen.hit(at, y + d(8), wide / 2, d(48), target)
        pen.node(BUTTON, at, y + d(8), wide / 2, d(48), desc=desc, name="capsule", flags=CLICK | FOCUSABLE)
    return d(64)


def app_window(screen, plan, inputs, S, V, Y, N, ime_height):
    """The window of an app's screen, by its plan and what that reads."""
    look, state = plan.look, (S, V, Y, N)
    blocks = _made(look, plan.parts[: plan.body.start], inputs, state)
    key = (*blocks, ime_height)
    around = plan.around.get(key)
    if around is None:
        drop_oldest(plan.around, AROUND_KEPT)
        around = plan.around[key] = _around(look, screen, plan, blocks, ime_height)
    before, clip, after = around
    placed = list(before)
    if look.seen or V["@scroll"]:
        body = _made(look, plan.parts[plan.body], inputs, state)
        scroll = _scrolled(look, body, screen.fab, V["@scroll"], clip, placed)
    else:
        scroll = _unscrolled(look, plan, screen.fab, inputs, state, clip, placed)
    listed = len(before), len(placed)
    bounds = (0, 0, look.width, look.height)
    found = Window(
        screen.package, "app", (*placed, *after), bounds, True, scroll, listed, secure=screen.secure
    )
    if not look.seen:
        return found
    drop_oldest(plan.shown, SHOWN_KEPT)  # what looks alike is one window, whose XML is written once
    return plan.shown.setdefault((found.placed, scroll), found)


def _around(look, screen, plan, blocks, ime_height):
    """`(placed before the body, the body's clip, placed over it)` with these blocks of an app bar, a FAB, a
    navigation, headers and footers."""
    width, height, theme = look.width, look.height, look.theme
    keep = look.gesture  # the inset at the bottom that stays when the keyboard is away
    top, bottom = look.status, height - (ime_height or keep)
    placed = [(plan.ground, 0, 0, None)]
    bar, fab, nav = blocks[:3]
    if bar is not None:
        if bar.bg != theme.surface:
            placed.append((look.block((draw_ground, bar.bg, top)), 0, 0, None))
        placed.append((bar, 0, top, None))
        top += bar.h
    for block in blocks[plan.header]:
        if block is not None:
            placed.append((block, 0, top, None))
            top += block.h
    if screen.mini:
        capsule = look.block((draw_capsule,), look.d(CAPSULE_DP))
        placed.append((capsule, 0 if look.rtl else width - capsule.w, look.status, None))
    if nav is not None and not ime_height:
        bottom -= nav.h
        placed.append((look.block((draw_ground, theme.surface_container, keep)), 0, height - keep, None))
        placed.append((nav, 0, bottom, None))
    footer = [block for block in blocks[plan.footer] if block is not None]
    if footer:
        bottom -= sum([block.h for block in footer])
        y = bottom
        for block in footer:
            placed.append((block, 0, y, None))
            y += block.h
    over = ((fab, 0, bottom - fab.h, None),) if fab is not None else ()
    return tuple(placed), (0, top, width, max(top + 1, bottom)), over


def _made(look, parts, inputs, state):
    """The blocks and lists of parts of a plan, None where there is nothing now."""
    blocks = []
    for pick, memo, section in parts:
        found = memo  # with nothing to pick, the memo is the block
        if pick is not None:
            key = pick(inputs)
            found = memo.get(key, memo)
            if found is memo:
                found = section.make(look, memo, key, *state)
        blocks.append(found)
    return blocks


def _unscrolled(look, plan, fab, inputs, state, clip, placed):
    """As `_scrolled`, at the top of a body that nobody looks at: what lies below the screen is not made, and
    how far it scrolls is found out when it is asked for."""
    _, base, _, bottom = clip
    for pick, memo, section in plan.parts[plan.body]:
        if base >= bottom:
            break
        found = memo
        if pick is not None:
            key = pick(inputs)
            found = memo.get(key, memo)
            if found is memo:
                if section.__class__ is ListSection:
                    found = section.first(look, memo, key, bottom - base, *state)
                else:
                    found = section.make(look, memo, key, *state)
        if found is None:
            continue
        if found.__class__ is not tuple:
            if found.h > 0:
                placed.append((found, 0, base, clip))
            base += found.h
            continue
        rows, height = found
        _place(rows, base, look.height, clip, placed)
        if height is None:
            break
        base += height
    return partial(_reach, look, plan, fab, inputs, state, clip)


def _reach(look, plan, fab, inputs, state, clip):
    """The scroll part of a body at its top."""
    return _scrolled(look, _made(look, plan.parts[plan.body], inputs, state), fab, 0, clip, [])


def _scrolled(look, body, fab, offset, clip, placed):
    """Place the visible part of the body's blocks and lists; returns the window's scroll part."""
    body = [found for found in body if found is not None]
    _, top, _, bottom = clip
    room, y = bottom - top, look.d(88 if fab is not None else 8)
    for found in body:
        y += found[1] if found.__class__ is tuple else found.h
    most = y - room if y > room else 0
    if offset > most:
        offset = most
    base = top - offset
    for found in body:
        if base >= bottom:
            break
        if found.__class__ is not tuple:
            below = base + found.h
            if below > top:
                placed.append((found, 0, base, clip))
            base = below
            continue
        rows, height = found
        _place(rows, base, look.height, clip, placed)
        base += height
    return (*clip, "@scroll", offset, most)


def _place(rows, base, reach, clip, placed):
    """Place those rows of a list that show inside the clip, none of which is higher than `reach`."""
    above, below = clip[1] - base, clip[3] - base
    if len(rows) > 24:
        first = bisect_right(rows, above - reach, key=_top_of) - 1 if above > 0 else 0
        rows = rows[max(0, first) : bisect_left(rows, below, key=_top_of)]
    placed += [(block, x, base + dy, clip) for block, x, dy in rows if dy < below and dy + block.h > above]


_top_of = itemgetter(2)


def overlay_window(look, screen, name, S, V, Y, N, ime_height):
    """The window of a screen's open dialog, sheet or menu."""
    overlay, keep = screen.overlays[name], look.gesture
    width, height, d = look.width, look.height, look.d
    bounds = (0, 0, width, height)
    node = overlay.section.resolve(S, V, Y, N)
    if node is None:
        return None
    bottom = height - (ime_height or keep)
    if overlay.kind == "menu":
        from devices.phoneworld.widgets.bars import menu_width

        wide = menu_width(Pen(look), node[1])
        block = look.block(node, wide)
        left, at = V["@anchor"] or (width - wide - d(8), d(STATUS_DP + 8))
        left = max(d(8), min(left, width - wide - d(8)))
        at = max(d(STATUS_DP), min(at, bottom - block.h - d(8)))
        return Window(screen.package, "menu", ((block, left, at, None),), bounds, True)
    scrim = look.block((draw_scrim, height, 0x52))
    if overlay.kind == "dialog":
        wide = min(width - d(48), d(328))
        block = look.block(node, wide)
        room = bottom - d(STATUS_DP)
        most = max(0, block.h - room + d(16))
        offset = min(V["@overlay_scroll"], most)
        left, at = (width - wide) // 2, d(STATUS_DP) + max(d(8), (room - block.h) // 2) - offset
        clip = (left, d(STATUS_DP), left + wide, bottom) if most else None
        scroll = (left, d(STATUS_DP), left + wide, bottom, "@overlay_scroll", offset, most)
        return Window(
            screen.package,
            "dialog",
            ((scrim, 0, 0, None), (block, left, at, clip)),
            bounds,
            True,
            scroll,
            (1, 2),
            secure=screen.secure,
        )
    block = look.block(node, width)
    room = bottom - d(STATUS_DP + 32)
    most = max(0, block.h - room)
    offset = min(V["@overlay_scroll"], most)
    at = bottom - block.h if not most else d(STATUS_DP + 32) - offset
    ground = look.block((draw_ground, look.theme.surface_container_low, height - bottom))
    clip = (0, d(STATUS_DP + 32), width, bottom) if most else None
    scroll = (0, d(STATUS_DP + 32), width, bottom, "@overlay_scroll", offset, most)
    return Window(
        screen.package,
        "sheet",
        ((scrim, 0, 0, None), (ground, 0, bottom, None), (block, 0, at, clip)),
        bounds,
        True,
        scroll,
        (2, 3),
        secure=screen.secure,
    )
