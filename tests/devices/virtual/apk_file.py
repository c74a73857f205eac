"""A minimal APK: a zip with a binary manifest of two elements."""

import io
import struct
import zipfile


def _chunk(kind, header, body):
    return struct.pack("<HHI", kind, 8 + len(header), 8 + len(header) + len(body)) + header + body


def _pool(strings, utf8):
    data, offsets = b"", []
    for text in strings:
        offsets.append(len(data))
        if utf8:
            raw = text.encode()
            data += bytes([len(text), len(raw)]) + raw + b"\0"
        else:
            data += struct.pack("<H", len(text)) + text.encode("utf-16-le") + b"\0\0"
    data += b"\0" * (-len(data) % 4)
    start = 28 + 4 * len(strings)
    header = struct.pack("<5I", len(strings), 0, 0x100 if utf8 else 0, start, 0)
    return _chunk(0x0001, header, struct.pack(f"<{len(offsets)}I", *offsets) + data)


def _element(name, attributes):
    body = struct.pack("<iiHHHHHH", -1, name, 20, 20, len(attributes), 0, 0, 0)
    for key, value in attributes:
        body += struct.pack("<iiiHBBi", -1, key, value, 8, 0, 3, value)
    return _chunk(0x0102, struct.pack("<ii", 1, -1), body)


def minimal_apk(package, label, utf8=True):
    strings = ["manifest", "package", package, "application", "label", label]
    manifest = _chunk(0x0003, b"", _pool(strings, utf8) + _element(0, [(1, 2)]) + _element(3, [(4, 5)]))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("AndroidManifest.xml", manifest)
        archive.writestr("classes.dex", b"dex\n035\0")
    return buffer.getvalue()
