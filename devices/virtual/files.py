"""The phone's files: /sdcard is the phone's own (part of its state), the rest lives in memory here."""

import dataclasses
import posixpath
import stat
import uuid
import zlib

SDCARD = "/sdcard"
SDCARD_ALIASES = ("/storage/emulated/0", "/storage/self/primary", "/mnt/sdcard", "/data/media/0")
LIMIT = 1 << 30  # bytes one file may have
READ_ONLY = ("/system", "/proc", "/vendor", "/apex")
SKELETON = (
    "/data/local/tmp",
    "/data/data",
    "/data/app",
    "/data/system",
    "/system/bin",
    "/system/app",
    "/proc",
    "/proc/sys/kernel/random",
    "/dev",
    "/vendor",
    "/storage/emulated",
    "/storage/self",
    "/mnt",
    "/cache",
    "/apex",
)


class FileError(OSError):
    """A file operation failed; str(error) is the text a shell prints."""

    def __str__(self):
        return self.args[0]


@dataclasses.dataclass(slots=True)
class Info:
    """What stat says. `mode` includes the file type; times in seconds."""

    mode: int
    size: int
    mtime: int
    inode: int

    @property
    def is_dir(self):
        return stat.S_ISDIR(self.mode)


@dataclasses.dataclass(slots=True)
class _Node:
    mode: int
    mtime: int
    data: bytes | None = None  # None: a folder
    children: dict = dataclasses.field(default_factory=dict)


def normal(path, cwd="/"):
    """An absolute path without "." and "..", the sdcard under its one name."""
    path = posixpath.normpath(posixpath.join(cwd, path or "."))
    path = "/" + path.lstrip("/")
    for alias in SDCARD_ALIASES:
        if path == alias or path.startswith(alias + "/"):
            return SDCARD + path[len(alias) :]
    return path


class FileSystem:
    """One tree of files. Every method takes any absolute path, and raises FileError in a shell's words."""

    def __init__(self, device):
        self._device = device
        self.limit = LIMIT
        self._root = _Node(0o40755, self._now())
        self._droppings = {}
        for path in SKELETON:
            self.mkdir(path, parents=True, system=True)
        # As on Linux: another one at each start, so that a client can tell that the phone restarted.
        self._node("/proc/sys/kernel/random").children["boot_id"] = _Node(
            0o100444, self._now(), f"{uuid.uuid4()}\n".encode()
        )

    def _now(self):
        return self._device.phone.now // 1000

    def _node(self, path):
        node = self._root
        for name in filter(None, path.split("/")):
            if node is None or node.data is not None:
                return None
            node = node.children.get(name)
        return node

    @staticmethod
    def _on_sdcard(path):
        return path == SDCARD or path.startswith(SDCARD + "/")

    def stat(self, path):
        """Info, or None if there is no such file."""
        path = normal(path)
        dropped = self._droppings.get(path)
        inode = zlib.crc32(path.encode("utf-8", "surrogateescape"))
        if dropped:
            return Info(0o100660, len(dropped.data), dropped.mtime, inode)
        if self._on_sdcard(path):
            found = self._device.phone.files.stat(path)
            if found is None:
                return Info(0o40771, 4096, self._now(), inode) if path == SDCARD else None
            folder = found["kind"] == "folder"
            size = 4096 if folder else found["size"]
            return Info(0o40771 if folder else 0o100660, size, found["modified"] // 1000, inode)
        node = self._node(path)
        if node is None:
            return None
        return Info(node.mode, 4096 if node.data is None else len(node.data), node.mtime, inode)

    def is_dir(self, path):
        info = self.stat(path)
        return bool(info and info.is_dir)

    def list(self, path):
        """Sorted names in a folder."""
        path = normal(path)
        info = self.stat(path)
        if info is None:
            raise FileError("No such file or directory")
        if not info.is_dir:
            raise FileError("Not a directory")
        if self._on_sdcard(path):
            names = {posixpath.basename(entry["path"]) for entry in self._device.phone.files.list(path)}
            return sorted(
                names
                | {name.rpartition("/")[2] for name in self._droppings if posixpath.dirname(name) == path}
            )
        names = set(self._node(path).children)
        return sorted(names | {"sdcard"} if path == "/" else names)

    def walk(self, path):
        """The path and everything below it, parents first."""
        yield path
        if self.is_dir(path):
            for name in self.list(path):
                yield from self.walk(posixpath.join(path, name))

    def read(self, path):
        path = normal(path)
        info = self.stat(path)
        if info is None:
            raise FileError("No such file or directory")
        if info.is_dir:
            raise FileError("Is a directory")
        if path in self._droppings:
            return self._droppings[path].data
        if self._on_sdcard(path):
            return self._device.phone.files.read(path)
        return self._node(path).data

    def drop(self, path, data):
        """What a tool leaves (a dump, a screenshot): a file like any other to a client, but on the sdcard no
        part of the phone's state. Looking at a phone must not change what is later judged."""
        path = normal(path)
        if self._on_sdcard(path) and self._device.phone.files.stat(path) is None:
            self._check_writable(path)
            if not self.is_dir(posixpath.dirname(path)):
                raise FileError("No such file or directory")
            self._droppings[path] = _Node(0o100660, self._now(), bytes(data))
        else:
            self.write(path, data)

    def forget_droppings(self):
        self._droppings.clear()

    def write(self, path, data, mode=None, mtime=None, parents=False):
        """Create or replace a file."""
        path = normal(path)
        if path in ("/dev/null", "/dev/tty"):
            return
        self._check_writable(path)
        parent = posixpath.dirname(path)
        if parents and not self.is_dir(parent):
            self.mkdir(parent, parents=True)
        if not self.is_dir(parent):
            raise FileError("No such file or directory")
        if self.is_dir(path):
            raise FileError("Is a directory")
        if self._on_sdcard(path):
            self._droppings.pop(path, None)
            self._device.phone.files.write(path, bytes(data))
            return
        siblings = self._node(parent).children
        name = posixpath.basename(path)
        old = siblings.get(name)
        mode = 0o100000 | (mode if mode is not None else (old.mode & 0o7777 if old else 0o644))
        siblings[name] = _Node(mode, self._now() if mtime is None else mtime, bytes(data))

    def append(self, path, data):
        self.write(path, (self.read(path) if self.stat(path) else b"") + data)

    def mkdir(self, path, parents=False, system=False):
        path = normal(path)
        if not system:
            self._check_writable(path)
        if self.stat(path):
            if parents and self.is_dir(path):
                return
            raise FileError("File exists")
        parent = posixpath.dirname(path)
        if not self.is_dir(parent):
            if not parents:
                raise FileError("No such file or directory")
            self.mkdir(parent, parents=True, system=system)
        if self._on_sdcard(path):
            self._device.phone.files.mkdir(path)
        else:
            self._node(parent).children[posixpath.basename(path)] = _Node(0o40755, self._now())

    def delete(self, path, recursive=False):
        path = normal(path)
        info = self.stat(path)
        if info is None:
            raise FileError("No such file or directory")
        if path == "/" or path in SKELETON or path == SDCARD:
            raise FileError("Device or resource busy")
        if info.is_dir:
            names = self.list(path)
            if names and not recursive:
                raise FileError("Directory not empty")
            for name in names:
                self.delete(posixpath.join(path, name), recursive=True)
        if self._droppings.pop(path, None):
            return
        if self._on_sdcard(path):
            self._device.phone.files.delete(path)
        else:
            del self._node(posixpath.dirname(path)).children[posixpath.basename(path)]

    def copy(self, source, target):
        """Copy a file or a whole folder to exactly `target`."""
        source, target = normal(source), normal(target)
        if self.is_dir(source):
            if target == source or target.startswith(source + "/"):
                raise FileError("Cannot copy a directory into itself")
            self.mkdir(target, parents=True)
            for name in self.list(source):
                self.copy(posixpath.join(source, name), posixpath.join(target, name))
        else:
            self.write(target, self.read(source))

    def chmod(self, path, mode):
        info, node = self.stat(path), self._node(normal(path))
        if info is None:
            raise FileError("No such file or directory")
        if node is not None:  # the sdcard keeps no modes
            node.mode = (node.mode & ~0o7777) | mode

    def touch(self, path, mtime=None):
        node = self._node(normal(path))
        if self.stat(path) is None:
            self.write(path, b"", mtime=mtime)
        elif node is not None:
            node.mtime = self._now() if mtime is None else mtime

    def _check_writable(self, path):
        if self._device.faults.is_on("storage_full"):
            raise FileError("No space left on device")
        if path.startswith(tuple(root + "/" for root in READ_ONLY)):
            raise FileError("Read-only file system")
