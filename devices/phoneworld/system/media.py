"""What pictures and documents hold as bytes: drawn when somebody reads them, always the same."""

from functools import lru_cache

from devices.phoneworld.render import illustrations
from devices.phoneworld.render.skialib import skia

PICTURE = (1280, 960)  # px
FORMATS = {"png": skia.kPNG, "webp": skia.kWEBP}
PAGE, MARGIN, LEADING = (595, 842), 64, 20  # A4, in points


def contents(row) -> bytes:
    """The bytes of a row of the files table. A sample picture or document is as long as its row says."""
    data = row["data"]
    if isinstance(data, bytes):
        return data
    if row["kind"] == "image" and illustrations.exists(data):
        made = picture(data, row["name"].rsplit(".", 1)[-1].lower())
        return made.ljust(row["size"], b"\0")  # decoders stop at the end of the picture
    if row["kind"] == "pdf" and not str(data).startswith("%PDF"):
        return document(data or row["name"], row["size"])
    return str(data).encode("utf-8", "surrogatepass")


@lru_cache(32)
def picture(name: str, ending: str) -> bytes:
    """An illustration as a picture file of the kind that the ending tells (JPEG unless PNG or WebP)."""
    image = illustrations.raster(name, *PICTURE)
    flat = skia.Surface(*PICTURE)  # JPEG knows no transparency
    flat.getCanvas().clear(skia.ColorWHITE)
    flat.getCanvas().drawImage(image, 0, 0)
    return bytes(flat.makeImageSnapshot().encodeToData(FORMATS.get(ending, skia.kJPEG), 90))


def document(text: str, size: int = 0) -> bytes:
    """The text as a PDF of one page, of at least `size` bytes."""
    shown = "".join(
        f"({line}) Tj T*\n"
        for line in text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").splitlines()
    )
    page = f"BT /F1 12 Tf {LEADING} TL {MARGIN} {PAGE[1] - MARGIN} Td\n{shown}ET".encode("cp1252", "replace")
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 5 0 R "
        b"/Resources << /Font << /F1 4 0 R >> >> >>" % PAGE,
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(page), page),
    ]
    made, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    made += b"%" + b" " * (size - len(made) - 300) + b"\n"  # a comment fills it up; 300 is about what follows
    return made + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (len(parts) + 1, table, len(parts) + 1, len(made))
    )
