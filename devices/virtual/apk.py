"""The few facts of an APK that a mock phone needs: its package's name and its label."""

import io
import struct
import zipfile

STRING_POOL, START_ELEMENT, TYPE_STRING = 0x0001, 0x0102, 0x03
MAX_MANIFEST = 4 << 20


class BadApk(ValueError):
    """Not an APK that can be read; str(error) says why."""


def read_apk(data):
    """(package, label) from an APK's bytes. Raises BadApk."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entry = archive.getinfo("AndroidManifest.xml")
            if entry.file_size > MAX_MANIFEST:
                raise BadApk("manifest too large")
            return _manifest(archive.read(entry))
    except (
        zipfile.BadZipFile,
        KeyError,
        struct.error,
        IndexError,
        UnicodeDecodeError,
        NotImplementedError,
    ) as error:
        raise BadApk(f"no readable AndroidManifest.xml ({error})") from None


def _manifest(data):
    """Reads binary XML: chunks of u16 type, u16 header size, u32 size."""
    kind, header, _ = struct.unpack_from("<HHI", data)
    if kind != 0x0003:
        raise BadApk("the manifest is not binary XML")
    strings, package, label, position = [], None, None, header
    while position < len(data):
        kind, header, size = struct.unpack_from("<HHI", data, position)
        if size < 8:
            raise BadApk("broken chunk")
        if kind == STRING_POOL and not strings:
            strings = _strings(data[position : position + size])
        elif kind == START_ELEMENT:
            name, attributes = _element(data, position + header, strings)
            if name == "manifest":
                package = attributes.get("package")
            elif name == "application":
                label = attributes.get("label")
                break
        position += size
    if not package:
        raise BadApk("the manifest names no package")
    return package, label or package.rpartition(".")[2].capitalize()


def _element(data, position, strings):
    _, name, start, size, count = struct.unpack_from("<iiHHH", data, position)
    attributes = {}
    for index in range(count):
        at = position + start + index * size
        _, key, raw, _, _, kind, value = struct.unpack_from("<iiiHBBi", data, at)
        if kind == TYPE_STRING:
            attributes[strings[key]] = strings[value if value >= 0 else raw]
    return strings[name], attributes


def _strings(chunk):
    count, _, flags, start, _ = struct.unpack_from("<IIIII", chunk, 8)
    utf8, found = bool(flags & 0x100), []
    for index in range(count):
        at = start + struct.unpack_from("<I", chunk, 28 + 4 * index)[0]
        if utf8:
            _, at = _length8(chunk, at)
            size, at = _length8(chunk, at)
            found.append(chunk[at : at + size].decode())
        else:
            size = struct.unpack_from("<H", chunk, at)[0]
            at += 2
            if size & 0x8000:
                size = (size & 0x7FFF) << 16 | struct.unpack_from("<H", chunk, at)[0]
                at += 2
            found.append(chunk[at : at + 2 * size].decode("utf-16-le"))
    return found


def _length8(chunk, at):
    first = chunk[at]
    if first & 0x80:
        return (first & 0x7F) << 8 | chunk[at + 1], at + 2
    return first, at + 1
