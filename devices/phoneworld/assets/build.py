"""Rebuild the committed fonts and icons of PhoneWorld from public packages.

Needed only when an asset changes: what is committed beside this file is what runs.

    python -m devices.phoneworld.assets.build SOURCES

SOURCES is a folder holding these packages, unpacked side by side:
  PyPI    fontpkg-roboto, fontpkg-noto-sans-arabic, fontpkg-noto-sans-thai,
          fontpkg-noto-sans-devanagari, justmytype-intl-rtl (Hebrew), noto-cjk-sans-otc
  npm     @material-symbols/svg-400
  Debian  fonts-noto-color-emoji (the bitmap "CBDT" build: FreeType draws it in colour)
Python needs fonttools and Pillow. Everything is OFL or Apache-2.0; the licences are copied along.
"""

import argparse
import io
import json
import re
import shutil
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from PIL import Image

HERE = Path(__file__).parent
FONTS = HERE / "fonts"

LATIN = [
    (0x20, 0x24F),
    (0x250, 0x52F),
    (0x1E00, 0x1FFF),
    (0x2000, 0x22FF),
    (0x25A0, 0x25FF),
    (0xFB00, 0xFB04),
]
BLANKS = [(0x20, 0x20), (0xA0, 0xA0)]
HEBREW = [(0x590, 0x5FF), (0x200C, 0x200F), (0x20AA, 0x20AA)]
ARABIC = [(0x600, 0x6FF), (0x200C, 0x200F)]
THAI = [(0xE00, 0xE7F)]
DEVANAGARI = [(0x900, 0x97F), (0x200C, 0x200D), (0x25CC, 0x25CC)]
CJK_MARKS = [(0x2000, 0x206F), (0x2100, 0x27BF), (0x3000, 0x30FF), (0xFF00, 0xFFEF)]

# Emoji kept with colour: faces, hands, hearts, animals, food, travel, activities, objects, symbols, flags.
EMOJI = [
    (0x1F300, 0x1F3FF),
    (0x1F400, 0x1F4FF),
    (0x1F500, 0x1F53D),
    (0x1F54B, 0x1F567),
    (0x1F57A, 0x1F57A),
    (0x1F595, 0x1F596),
    (0x1F5A4, 0x1F5A4),
    (0x1F5FA, 0x1F64F),
    (0x1F680, 0x1F6C5),
    (0x1F6CC, 0x1F6FC),
    (0x1F7E0, 0x1F7EB),
    (0x1F90C, 0x1F9FF),
    (0x1FA70, 0x1FAFF),
]
EMOJI_BMP = (
    "⌚⌛⏩⏪⏫⏬⏰⏱⏳☀☁☂☃☎☑☔☕☘☝☠☢☮☯☹☺♀♂♠♣♥♦♻⚓⚔⚖⚙⚠⚡⚪⚫⚽⚾⛄⛅⛈⛔⛪⛰⛱⛲⛳⛵⛷⛸⛹⛺⛽✂✅✈✉✊✋✌✍✏✒✔✖✨✳❄❇❌❎❓❔❕❗❣❤➕➖➗➡⤴⬅⬆⬇⭐⭕〰㊗㊙"
    "0123456789#*"
)


def codepoints(ranges) -> set[int]:
    return {c for first, last in ranges for c in range(first, last + 1)}


def gb2312() -> set[int]:
    """The 6,763 hanzi of GB 2312: what a reader of simplified Chinese meets."""
    found = set()
    for high in range(0xB0, 0xF8):
        for low in range(0xA1, 0xFF):
            try:
                found.add(ord(bytes((high, low)).decode("gb2312")))
            except UnicodeDecodeError:
                continue
    return found


def big5_common() -> set[int]:
    """The 5,401 common traditional hanzi (Big5's level 1)."""
    found = set()
    for high in range(0xA4, 0xC7):
        for low in [*range(0x40, 0x7F), *range(0xA1, 0xFF)]:
            try:
                found.add(ord(bytes((high, low)).decode("big5")))
            except UnicodeDecodeError:
                continue
    return found


def save_subset(font: TTFont, unicodes: set[int], target: Path, **options) -> None:
    opts = subset.Options(
        hinting=False, notdef_outline=True, name_IDs=[1, 2, 13, 14], drop_tables=["DSIG"], **options
    )
    subsetter = subset.Subsetter(opts)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)
    font.save(target)


def instance(source: Path, weight: int) -> TTFont:
    return instantiateVariableFont(TTFont(source), {"wght": weight, "wdth": 100})


def one(sources: Path, pattern: str) -> Path:
    found = sorted(sources.rglob(pattern))
    if not found:
        raise SystemExit(f"missing from the sources: {pattern}")
    return found[0]


def build_text_fonts(sources: Path) -> None:
    for weight in (400, 500, 700):
        roboto = instance(one(sources, "Roboto[[]wdth,wght].ttf"), weight)
        save_subset(
            roboto,
            codepoints(LATIN),
            FONTS / f"Roboto-{weight}.ttf",
            layout_features=["kern", "liga", "mark", "mkmk", "ccmp", "locl", "tnum"],
        )
    for name, ranges, weights in (
        ("Arabic", ARABIC, (400, 600)),
        ("Hebrew", HEBREW, (400, 600)),
        ("Thai", THAI, (400,)),
        ("Devanagari", DEVANAGARI, (400,)),
    ):
        for weight in weights:
            font = instance(one(sources, f"NotoSans{name}[[]wdth,wght].ttf"), weight)
            save_subset(
                font, codepoints(BLANKS + ranges), FONTS / f"Noto{name}-{weight}.ttf", layout_features=["*"]
            )
    collection = one(sources, "NotoSansCJK-Regular.ttc")
    face = next(i for i in range(10) if "SC" in TTFont(collection, fontNumber=i)["name"].getDebugName(1))
    cjk = TTFont(collection, fontNumber=face)
    save_subset(
        cjk,
        gb2312() | big5_common() | codepoints(BLANKS + CJK_MARKS),
        FONTS / "NotoCJK-400.otf",
        layout_features=["locl"],
        desubroutinize=False,
    )


def smaller_png(data: bytes) -> bytes:
    """The same bitmap with a palette: a third of the bytes, no visible loss at text sizes."""
    image = Image.open(io.BytesIO(data)).convert("RGBA").quantize(64, method=Image.Quantize.FASTOCTREE)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return min(data, out.getvalue(), key=len)


def build_emoji(sources: Path) -> None:
    font = TTFont(one(sources, "NotoColorEmoji.ttf"))
    wanted = codepoints(EMOJI) | {ord(c) for c in EMOJI_BMP} | {0x200D, 0xFE0F, 0x20E3}
    # Gendered, family and skin-tone sequences are thousands of bitmaps; the plain sign stands for them.
    save_subset(font, wanted, FONTS / "NotoColorEmoji.ttf", layout_features=[])
    font = TTFont(FONTS / "NotoColorEmoji.ttf")
    for strike in font["CBDT"].strikeData:
        for glyph in strike.values():
            glyph.imageData = smaller_png(glyph.imageData)
    font.save(FONTS / "NotoColorEmoji.ttf")


def build_icons(sources: Path) -> None:
    """icons.json: name -> [outlined path, filled path or ""], in the symbols' 0 -960 960 960 box."""
    folder = one(sources, "package/outlined")
    names = [
        n
        for line in (HERE / "icons.txt").read_text().splitlines()
        if not line.startswith("#")
        for n in line.split()
    ]
    path = re.compile(r'<path d="([^"]+)"')
    icons, missing = {}, []
    for name in dict.fromkeys(names):
        outlined, filled = folder / f"{name}.svg", folder / f"{name}-fill.svg"
        if not outlined.exists():
            missing.append(name)
            continue
        outline = "".join(path.findall(outlined.read_text()))
        fill = "".join(path.findall(filled.read_text())) if filled.exists() else ""
        icons[name] = [outline, "" if fill == outline else fill]
    (HERE / "icons.json").write_text(json.dumps(icons, separators=(",", ":"), sort_keys=True))
    print(f"{len(icons)} icons; not in the set: {' '.join(missing) or 'none'}")


def copy_licences(sources: Path) -> None:
    for target, pattern in (
        ("LICENSE-Roboto.txt", "fontpkg_roboto/LICENSE"),
        ("LICENSE-NotoArabic.txt", "fontpkg_noto_sans_arabic/LICENSE"),
        ("LICENSE-NotoHebrew.txt", "notosanshebrew/OFL.txt"),
        ("LICENSE-NotoThai.txt", "fontpkg_noto_sans_thai/LICENSE"),
        ("LICENSE-NotoDevanagari.txt", "fontpkg_noto_sans_devanagari/LICENSE"),
        ("LICENSE-NotoCJK.txt", "noto_cjk_sans_otc*/licenses/LICENSE"),
        ("LICENSE-NotoColorEmoji.txt", "doc/fonts-noto-color-emoji/copyright"),
    ):
        shutil.copyfile(one(sources, pattern), FONTS / target)
    shutil.copyfile(one(sources, "*svg-400*/package/LICENSE"), HERE / "LICENSE-MaterialSymbols.txt")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path)
    sources = parser.parse_args().sources
    FONTS.mkdir(exist_ok=True)
    build_icons(sources)
    build_text_fonts(sources)
    build_emoji(sources)
    copy_licences(sources)
    for file in sorted(FONTS.iterdir()):
        print(f"{file.stat().st_size / 1024:8.0f} KiB  {file.name}")


if __name__ == "__main__":
    main()
