"""Contact sheets: every screen of every app that a walk reaches, side by side, for people to look at.

python -m devices.phoneworld.sheet out --app notes     # the same as `manage.py phoneworld sheet`
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from devices.phoneworld.lint.walk import Walk, in_dark

HELP = "Draw every screen of every app, light and dark: a picture for each app and theme."
STEPS = 3000


def add_arguments(parser):
    """The options of the command."""
    parser.add_argument("--out", required=True, help="the folder for the pictures")
    parser.add_argument("--app", action="append", help="the end of a package or of its label; all without it")
    parser.add_argument("--theme", choices=("light", "dark", "both"), default="both")
    parser.add_argument("--columns", type=int, default=8)
    parser.add_argument("--scale", type=float, default=0.5, help="1: the phone's pixels")
    parser.add_argument("--locale", default="en-US")
    parser.add_argument("--jobs", type=int, default=2, help="processes to use")


def picture(phone) -> np.ndarray:
    """(H, W, 3) copy of the screen."""
    return phone.pixels()[:, :, :3].copy()


def sheet(shots: dict[str, np.ndarray], columns: int, scale: float = 1.0, gap: int = 12) -> Image.Image:
    """The pictures in rows of `columns` on grey, each under its name."""
    first = next(iter(shots.values()))
    width, height = round(first.shape[1] * scale), round(first.shape[0] * scale)
    columns = min(columns, len(shots))
    rows, head = -(-len(shots) // columns), 16
    size = columns * (width + gap) + gap, rows * (height + head + gap) + gap
    out = Image.new("RGB", size, (138, 138, 138))
    pen = ImageDraw.Draw(out)
    for n, (name, shot) in enumerate(shots.items()):
        x, y = gap + n % columns * (width + gap), gap + n // columns * (height + head + gap)
        pen.text((x, y), name, fill=(0, 0, 0))
        out.paste(Image.fromarray(shot).resize((width, height), Image.LANCZOS), (x, y + head))
    return out


def draw(job) -> list[str]:
    """One app's sheets, as files; `job` is (package or "", themes, options). Returns what was drawn."""
    from devices.phoneworld import Phone

    package, themes, options = job
    phone = Phone(seed=1, locale=options.locale)
    found = Walk(phone, package, STEPS).run() if package else {("home screen", ""): phone}
    name, lines = package.rpartition(".")[2] or "launcher", []
    for theme in themes:
        shots = {
            " / ".join(filter(None, where)): picture(in_dark(shown) if theme == "dark" else shown)
            for where, shown in found.items()
        }
        path = Path(options.out) / f"{name}-{theme}.png"
        sheet(shots, options.columns, options.scale).save(path)
        lines.append(f"{path}: {len(shots)} screens")
    return lines


def main(options) -> int:
    """Draw the sheets; 1 if no app is meant."""
    from devices.phoneworld import Phone

    rows = Phone(seed=1).state["sys"]["packages"].values()
    wanted = [
        row["id"]
        for row in rows
        if not options.app or any(row["id"].endswith(f".{a}") or row["label"] == a for a in options.app)
    ]
    if not wanted:
        print("no such app")
        return 1
    Path(options.out).mkdir(parents=True, exist_ok=True)
    themes = ("light", "dark") if options.theme == "both" else (options.theme,)
    jobs = [(package, themes, options) for package in ([] if options.app else [""]) + sorted(wanted)]
    with ProcessPoolExecutor(max(1, options.jobs)) as pool:
        for lines in pool.map(draw, jobs):
            print(*lines, sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_arguments(parser)
    raise SystemExit(main(parser.parse_args()))
