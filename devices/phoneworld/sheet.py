"""A contact sheet: every screen of every app that taps can reach, drawn side by side, for people to look at.

python -m devices.phoneworld.sheet out.png --dark --app notes --columns 8
"""

import argparse
from collections import deque

import numpy as np
from PIL import Image

from devices.phoneworld import Phone

MOST_TAPS, MOST_SCREENS, PAGES = 60, 64, 3


def place(phone) -> tuple[str, str, str]:
    """(package, screen, open dialog or sheet) the phone shows; ("", "", "") on the home screen."""
    state = phone.state
    if not state["fg"] or not state["tasks"]:
        return "", "", ""
    top = state["tasks"][0]["stack"][-1]
    return top["app"], top["screen"], top["vars"].get("@overlay") or ""


def taps(phone):
    """Phones after each thing one can do here with one finger: a tap or a long press on each box, page by
    page."""
    page = phone
    for _ in range(PAGES):
        points = dict.fromkeys(
            ((left + right) // 2, (top + bottom) // 2)
            for left, top, right, bottom, target in page.frame().hit_boxes
            if target
        )
        for x, y in list(points)[:MOST_TAPS]:
            for gesture in (Phone.tap, Phone.long_press):
                after = page.fork()
                gesture(after, x, y)
                if after.state is not page.state:
                    yield after
        further = page.fork()
        further.swipe(
            phone.width // 2, phone.height * 3 // 4, phone.width // 2, phone.height // 4, inertia=False
        )
        if further.state is page.state or place(further) != place(page):
            return
        page = further


def explore(phone, package: str) -> dict[tuple[str, str], "Phone"]:
    """(screen, overlay) -> a phone showing it, for all that taps can reach inside one app, nearest first."""
    start = phone.fork()
    start.open_app(package)
    found, queue = {place(start)[1:]: start}, deque([start])
    while queue and len(found) < MOST_SCREENS:
        for after in taps(queue.popleft()):
            where = place(after)
            if where[0] == package and where[1:] not in found and not after.state["chooser"]:
                found[where[1:]] = after
                queue.append(after)
    return found


def picture(phone) -> np.ndarray:
    """(H, W, 3) copy of the screen."""
    return phone.pixels()[:, :, :3].copy()


def sheet(shots: list[np.ndarray], columns: int, gap: int = 12) -> Image.Image:
    """The pictures in rows of `columns` on grey."""
    height, width = shots[0].shape[:2]
    rows = -(-len(shots) // columns)
    out = Image.new("RGB", (columns * (width + gap) - gap, rows * (height + gap) - gap), (138, 138, 138))
    for n, shot in enumerate(shots):
        out.paste(Image.fromarray(shot), (n % columns * (width + gap), n // columns * (height + gap)))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--app", help="the end of one app's package, such as notes; all apps without it")
    parser.add_argument("--columns", type=int, default=8)
    parser.add_argument("--scale", type=float, default=1.0, help="size of the sheet, 1 = screen pixels")
    parser.add_argument("--locale", default="en-US")
    options = parser.parse_args()
    phone = Phone(seed=1, dark=options.dark, locale=options.locale)
    shots = [] if options.app else [picture(phone)]
    for package in sorted(phone.apps):
        if not options.app or package.endswith(options.app):
            found = explore(phone, package)
            print(package, *("/".join(filter(None, name)) for name in found))
            shots += [picture(shown) for shown in found.values()]
    image = sheet(shots, options.columns)
    if options.scale != 1:
        image = image.resize(
            (round(image.width * options.scale), round(image.height * options.scale)), Image.LANCZOS
        )
    image.save(options.out)


if __name__ == "__main__":
    main()
