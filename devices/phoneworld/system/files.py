"""Files under /sdcard as rows of a table keyed by path: pure functions from table to table."""

import posixpath

from devices.phoneworld.state import Frozen
from devices.phoneworld.system import media

ROOT = "/sdcard"
FOLDERS = ("Alarms", "DCIM", "Documents", "Download", "Movies", "Music", "Pictures", "Podcasts", "Recordings")
KINDS = {
    "txt": "text",
    "md": "text",
    "csv": "text",
    "json": "text",
    "log": "text",
    "xml": "text",
    "jpg": "image",
    "jpeg": "image",
    "png": "image",
    "webp": "image",
    "gif": "image",
    "mp3": "audio",
    "m4a": "audio",
    "wav": "audio",
    "ogg": "audio",
    "mp4": "video",
    "webm": "video",
    "pdf": "pdf",
    "zip": "archive",
    "apk": "app",
    "doc": "document",
    "docx": "document",
    "xls": "sheet",
    "xlsx": "sheet",
    "vcf": "contact",
}


def clean(path: str) -> str:
    """The path in canonical form: `/storage/emulated/0` and `/mnt/sdcard` are `/sdcard`."""
    path = posixpath.normpath("/" + str(path).lstrip("/"))
    for alias in ("/storage/emulated/0", "/storage/self/primary", "/mnt/sdcard", "/data/media/0"):
        if path == alias or path.startswith(alias + "/"):
            return ROOT + path[len(alias) :]
    return path


def kind_of(path: str) -> str:
    """What a name's ending says the file is."""
    return KINDS.get(path.rsplit(".", 1)[-1].lower(), "file") if "." in path.rsplit("/", 1)[-1] else "file"


def row(path, kind, size, modified, data):
    """A row of the files table."""
    return Frozen(
        {
            "id": path,
            "name": path.rsplit("/", 1)[-1],
            "kind": kind,
            "size": size,
            "modified": modified,
            "data": data,
        }
    )


def with_folder(files, path, now):
    """The table with the folder and its parents."""
    path, new = clean(path), {}
    while path not in files and path not in ("/", ""):
        new[path] = row(path, "folder", 0, now, "")
        path = posixpath.dirname(path)
    return Frozen({**files, **dict(reversed(new.items()))}) if new else files


def written(files, path, data, now):
    """The table with a file created or overwritten. Data is text or bytes."""
    path = clean(path)
    files = with_folder(files, posixpath.dirname(path), now)
    size = len(data) if isinstance(data, bytes) else len(str(data).encode("utf-8", "surrogatepass"))
    return files.put(path, row(path, kind_of(path), size, now, data))


def removed(files, path):
    """The table without the file or folder and all below it."""
    path = clean(path)
    below = path.rstrip("/") + "/"
    kept = {p: f for p, f in files.items() if p != path and not p.startswith(below)}
    return Frozen(kept) if len(kept) != len(files) else files


def copied(files, path, target, now):
    """The table with a file or folder copied to a new path; unchanged if the source is missing or holds the
    target."""
    path, target = clean(path), clean(target)
    below = path.rstrip("/") + "/"
    if path not in files or target == path or target.startswith(below):
        return files
    files = with_folder(files, posixpath.dirname(target), now)
    new = {}
    for p, f in files.items():
        if p == path or p.startswith(below):
            place = target + p[len(path) :]
            new[place] = row(
                place,
                f["kind"] if f["kind"] == "folder" else kind_of(place),
                f["size"],
                f["modified"],
                f["data"],
            )
    return Frozen({**files, **new})


def moved(files, path, target, now):
    """The table with a file or folder moved or renamed; unchanged if that is impossible."""
    path, target = clean(path), clean(target)
    after = copied(files, path, target, now)
    return files if after is files else removed(after, path)


class Sdcard:
    """`phone.files`: the virtual /sdcard as callers outside see it. Every change is a new state."""

    written, removed, copied, moved = (
        staticmethod(written),
        staticmethod(removed),
        staticmethod(copied),
        staticmethod(moved),
    )
    with_folder = staticmethod(with_folder)

    def __init__(self, phone):
        self._phone = phone

    @property
    def _table(self):
        return self._phone.state["sys"]["files"]

    def _store(self, table):
        self._phone.change_system("files", table)

    def stat(self, path):
        """`{"path", "kind", "size", "modified"}`, modified in ms; None if there is nothing."""
        path = clean(path)
        found = self._table.get(path)
        if found is None:
            known = path in ("/", ROOT)
            return {"path": path, "kind": "folder", "size": 0, "modified": self._phone.now} if known else None
        return {"path": path, "kind": found["kind"], "size": found["size"], "modified": found["modified"]}

    def list(self, path=ROOT):
        """The stats of what lies directly in a folder, by name. FileNotFoundError, NotADirectoryError."""
        here = self.stat(path)
        if here is None:
            raise FileNotFoundError(path)
        if here["kind"] != "folder":
            raise NotADirectoryError(path)
        base = clean(path).rstrip("/") + "/"
        names = sorted(p for p in self._table if p.startswith(base) and "/" not in p[len(base) :])
        return [self.stat(p) for p in names]

    def read(self, path) -> bytes:
        """A file's bytes. FileNotFoundError, IsADirectoryError."""
        found = self._table.get(clean(path))
        if found is None:
            raise FileNotFoundError(path)
        if found["kind"] == "folder":
            raise IsADirectoryError(path)
        return media.contents(found)

    def write(self, path, data: bytes):
        """Create or overwrite a file; bytes that are UTF-8 text are kept as text, so apps can show them."""
        try:
            data = data.decode("utf-8") if isinstance(data, bytes) and b"\0" not in data else data
        except UnicodeDecodeError:
            data = bytes(data)
        if self._table.get(clean(path), {}).get("kind") == "folder":
            raise IsADirectoryError(path)
        self._store(written(self._table, path, data, self._phone.now))

    def delete(self, path):
        """Remove a file or folder. FileNotFoundError."""
        after = removed(self._table, path)
        if after is self._table:
            raise FileNotFoundError(path)
        self._store(after)

    def mkdir(self, path):
        """Make a folder and its parents."""
        self._store(with_folder(self._table, path, self._phone.now))

    def move(self, path, target):
        """Move or rename. FileNotFoundError."""
        after = moved(self._table, path, target, self._phone.now)
        if after is self._table:
            raise FileNotFoundError(path)
        self._store(after)
