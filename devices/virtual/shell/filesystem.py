"""Verbs on files."""

import datetime
import fnmatch
import posixpath
import re
import stat

from devices.virtual.files import FileError
from devices.virtual.shell.registry import Usage, verb


def _split(words, with_value=()):
    """(set of flag letters, {letter: value}, the other words)."""
    flags, values, rest, words = set(), {}, [], iter(words)
    for word in words:
        if word == "--":
            rest += words
        elif word.startswith("--"):
            flags.add(word)
        elif word.startswith("-") and len(word) > 1:
            if word[1] in with_value:
                values[word[1]] = word[2:] or next(words, "")
            else:
                flags |= set(word[1:])
        else:
            rest.append(word)
    return flags, values, rest


def _when(seconds, form="%Y-%m-%d %H:%M"):
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime(form)


def _owner(path):
    return ("root", "sdcard_rw") if path.startswith("/sdcard") else ("shell", "shell")


def _long(name, path, info, seconds):
    user, group = _owner(path)
    when = _when(info.mtime, "%Y-%m-%d %H:%M:%S.000000000 +0000" if seconds else "%Y-%m-%d %H:%M")
    return f"{stat.filemode(info.mode)} {2 if info.is_dir else 1} {user} {group} {info.size:>7} {when} {name}"


@verb("ls")
async def ls(context):
    flags, _, paths = _split(context.args)
    status, files, folders = 0, [], []
    for name in paths or ["."]:
        info = context.fs.stat(context.path(name))
        if info is None:
            await context.err(f"ls: {name}: No such file or directory")
            status = 1
        elif info.is_dir and "d" not in flags:
            folders.append(name)
        else:
            files.append((name, context.path(name), info))
    await _listing(context, flags, files)
    for index, name in enumerate(folders):
        if "R" in flags:
            for path in context.fs.walk(context.path(name)):
                if context.fs.is_dir(path):
                    await context.line(("" if path == context.path(name) else "\n") + f"{path}:")
                    await _folder(context, flags, path)
            continue
        if len(folders) > 1 or files:
            await context.line(("\n" if index or files else "") + f"{name}:")
        await _folder(context, flags, context.path(name))
    return status


async def _folder(context, flags, path):
    names = [name for name in context.fs.list(path) if flags & {"a", "A"} or not name.startswith(".")]
    if "a" in flags:
        names = [".", "..", *names]
    entries = [
        (name, posixpath.join(path, name), context.fs.stat(posixpath.join(path, name))) for name in names
    ]
    if "l" in flags:
        await context.line(f"total {sum(-(-info.size // 1024) for _, _, info in entries)}")
    await _listing(context, flags, entries)


async def _listing(context, flags, entries):
    if "t" in flags:
        entries = sorted(entries, key=lambda entry: -entry[2].mtime)
    elif "S" in flags:
        entries = sorted(entries, key=lambda entry: -entry[2].size)
    if "r" in flags:
        entries = entries[::-1]
    for name, path, info in entries:
        shown = name + ("/" if info.is_dir and flags & {"p", "F"} else "")
        size = f"{-(-info.size // 1024)} " if "s" in flags else ""
        long = flags & {"l", "g", "o", "n"}
        await context.line(
            size
            + (_long(shown, path, info, "--full-time" in flags or "ll" in context.argv) if long else shown)
        )


@verb("mkdir")
async def mkdir(context):
    flags, _, paths = _split(context.args, "m")
    for name in paths:
        try:
            context.fs.mkdir(context.path(name), parents="p" in flags)
        except FileError as error:
            raise Usage(f"mkdir: '{name}': {error}") from None


@verb("rmdir")
async def rmdir(context):
    for name in _split(context.args)[2]:
        if not context.fs.is_dir(context.path(name)):
            raise Usage(f"rmdir: {name}: Not a directory")
        context.fs.delete(context.path(name))


@verb("rm")
async def rm(context):
    flags, _, paths = _split(context.args)
    status = 0
    if not paths and "f" not in flags:
        raise Usage("rm: Needs 1 argument")
    for name in paths:
        path = context.path(name)
        info = context.fs.stat(path)
        try:
            if info is None:
                raise FileError("No such file or directory")
            if info.is_dir and not flags & {"r", "R"}:
                raise FileError("is a directory")
            context.fs.delete(path, recursive=True)
        except FileError as error:
            if "f" not in flags or info is not None:
                await context.err(f"rm: {name}: {error}")
                status = 1
    context.device.touched()
    return status


async def _each_into(context, action):
    flags, _, paths = _split(context.args)
    if len(paths) < 2:
        raise Usage(f"{context.argv[0]}: Needs 2 arguments")
    *sources, target = paths
    into = context.fs.is_dir(context.path(target))
    if len(sources) > 1 and not into:
        raise Usage(f"{context.argv[0]}: '{target}' not directory")
    status = 0
    for name in sources:
        source, end = context.path(name), context.path(target)
        if into:
            end = posixpath.join(end, posixpath.basename(source))
        try:
            action(flags, source, end)
        except FileError as error:
            await context.err(f"{context.argv[0]}: {name}: {error}")
            status = 1
    context.device.touched()
    return status


@verb("cp")
async def cp(context):
    def copy(flags, source, target):
        if context.fs.is_dir(source) and not flags & {"r", "R", "a"}:
            raise FileError("Is a directory (skipped)")
        context.fs.copy(source, target)

    return await _each_into(context, copy)


@verb("mv")
async def mv(context):
    def move(flags, source, target):
        context.fs.copy(source, target)
        context.fs.delete(source, recursive=True)

    return await _each_into(context, move)


@verb("touch")
async def touch(context):
    _, values, paths = _split(context.args, "dtrm")
    mtime = None
    if "d" in values:
        try:
            mtime = int(datetime.datetime.fromisoformat(values["d"]).replace(tzinfo=datetime.UTC).timestamp())
        except ValueError:
            raise Usage(f"touch: bad '{values['d']}'") from None
    elif "t" in values:
        mtime = int(
            datetime.datetime.strptime(values["t"], "%Y%m%d%H%M.%S").replace(tzinfo=datetime.UTC).timestamp()
        )
    for name in paths:
        context.fs.touch(context.path(name), mtime)
    context.device.touched()


@verb("chmod", "chown", "chgrp", "restorecon")
async def chmod(context):
    _, _, words = _split(context.args)
    if context.argv[0] == "restorecon":
        return
    if len(words) < 2:
        raise Usage(f"{context.argv[0]}: Needs 2 arguments")
    for name in words[1:]:
        info = context.fs.stat(context.path(name))
        if info is None:
            raise Usage(f"{context.argv[0]}: {name}: No such file or directory")
        if context.argv[0] == "chmod":
            context.fs.chmod(context.path(name), _mode(words[0], info.mode))


def _mode(text, old):
    if re.fullmatch(r"[0-7]{1,4}", text):
        return int(text, 8)
    match = re.fullmatch(r"([ugoa]*)([+=-])([rwx]*)", text)
    if not match:
        raise Usage(f"chmod: bad mode '{text}'")
    who, sign, what = match.groups()
    bits = sum({"r": 4, "w": 2, "x": 1}[letter] for letter in what)
    shifts = [
        shift for letter, shift in (("u", 6), ("g", 3), ("o", 0)) if not who or letter in who or "a" in who
    ]
    mode = old & 0o7777
    for shift in shifts:
        part = bits << shift
        mode = mode | part if sign == "+" else mode & ~part if sign == "-" else (mode & ~(7 << shift)) | part
    return mode


@verb("stat")
async def stat_(context):
    _, values, paths = _split(context.args, "c")
    for name in paths:
        path = context.path(name)
        info = context.fs.stat(path)
        if info is None:
            raise Usage(f"stat: '{name}': No such file or directory")
        await context.line(_filled(values.get("c", _STAT_FORM), name, path, info))


_STAT_FORM = """  File: %n
  Size: %s\t Blocks: %b\t IO Blocks: 512\t%F
Device: fe2dh/65069d\t Inode: %i\t Links: 1
Access: (%04a/%A)\tUid: ( 2000/   %U)\tGid: ( 2000/   %G)
Access: %y
Modify: %y
Change: %y"""


def _filled(form, name, path, info):
    """A form of stat's -c with its %letters filled in."""
    user, group = _owner(path)
    known = {
        "%n": name,
        "%s": info.size,
        "%b": -(-info.size // 512),
        "%F": "directory" if info.is_dir else "regular file",
        "%a": f"{info.mode & 0o7777:o}",
        "%04a": f"{info.mode & 0o7777:04o}",
        "%A": stat.filemode(info.mode),
        "%U": user,
        "%G": group,
        "%i": info.inode,
        "%X": info.mtime,
        "%Y": info.mtime,
        "%Z": info.mtime,
        "%y": _when(info.mtime, "%Y-%m-%d %H:%M:%S.000000000 +0000"),
        "%%": "%",
    }
    return re.sub(r"%(04)?.", lambda match: str(known.get(match[0], match[0])), form)


@verb("test", "[", "[[")
async def test(context):
    words = list(context.args)
    if context.argv[0] != "test" and (not words or words.pop() not in ("]", "]]")):
        raise Usage("sh: [: missing ]", 2)
    negated = False
    while words[:1] == ["!"]:
        negated = not negated
        words.pop(0)
    return int(_holds(context, words) == negated)


def _holds(context, words):
    if not words:
        return False
    if len(words) == 1:
        return bool(words[0])
    if len(words) == 2:
        operator, value = words
        if operator in ("-z", "-n"):
            return (not value) == (operator == "-z")
        info = context.fs.stat(context.path(value))
        return info is not None and {"-d": info.is_dir, "-f": not info.is_dir, "-s": info.size > 0}.get(
            operator, operator in ("-e", "-r", "-w", "-x")
        )
    left, operator, right = words[:3]
    if operator in ("=", "=="):
        return left == right
    if operator == "!=":
        return left != right
    try:
        left, right = int(left), int(right)
    except ValueError:
        raise Usage("sh: [: bad number", 2) from None
    return {
        "-eq": left == right,
        "-ne": left != right,
        "-lt": left < right,
        "-le": left <= right,
        "-gt": left > right,
        "-ge": left >= right,
    }.get(operator, False)


@verb("find")
async def find(context):
    words, roots = list(context.args), []
    while words and not words[0].startswith("-"):
        roots.append(words.pop(0))
    tests, action, depth = [], "print", 1 << 30
    words = iter(words)
    for word in words:
        if word in ("-name", "-iname") or word == "-type":
            tests.append((word, next(words, "")))
        elif word == "-maxdepth":
            depth = int(next(words, "0"))
        elif word == "-delete":
            action = "delete"
        elif word in ("-print", "-print0"):
            action = word[1:]
        elif word == "-mindepth":
            tests.append((word, int(next(words, "0"))))
    status = 0
    for root in roots or ["."]:
        base = context.path(root)
        if context.fs.stat(base) is None:
            await context.err(f"find: '{root}': No such file or directory")
            status = 1
            continue
        paths = list(context.fs.walk(base))
        for path in reversed(paths) if action == "delete" else paths:
            below = path[len(base) :].count("/") if base != "/" else path.count("/")
            if below > depth or not all(_matches(context, path, below, test) for test in tests):
                continue
            shown = root.rstrip("/") + path[len(base.rstrip("/")) :] if path != base else root
            if action == "delete":
                context.fs.delete(path, recursive=True)
            else:
                await context.out(shown + ("\0" if action == "print0" else "\n"))
    return status


def _matches(context, path, depth, test):
    kind, value = test
    name = posixpath.basename(path)
    if kind == "-name":
        return fnmatch.fnmatchcase(name, value)
    if kind == "-iname":
        return fnmatch.fnmatchcase(name.lower(), value.lower())
    if kind == "-mindepth":
        return depth >= value
    return context.fs.is_dir(path) == (value == "d")


@verb("du")
async def du(context):
    _, _, paths = _split(context.args, "d")
    for name in paths or ["."]:
        path = context.path(name)
        if context.fs.stat(path) is None:
            raise Usage(f"du: {name}: No such file or directory")
        total = sum(
            context.fs.stat(item).size for item in context.fs.walk(path) if not context.fs.is_dir(item)
        )
        await context.line(f"{-(-total // 1024)}\t{name}")


@verb("basename")
async def basename(context):
    name = posixpath.basename(context.args[0].rstrip("/")) if context.args else ""
    await context.line(name.removesuffix(context.args[1]) if len(context.args) > 1 else name)


@verb("dirname")
async def dirname(context):
    await context.line(posixpath.dirname(context.args[0].rstrip("/")) or "." if context.args else ".")


@verb("realpath", "readlink")
async def realpath(context):
    for name in _split(context.args)[2]:
        await context.line(context.path(name))


@verb("dd")
async def dd(context):
    options = dict(word.split("=", 1) for word in context.args if "=" in word)
    data = context.fs.read(context.path(options["if"])) if "if" in options else await context.stdin.read_all()
    if "of" in options:
        context.fs.write(context.path(options["of"]), data)
    else:
        await context.out(data)
    await context.err(f"{len(data)} bytes copied")


@verb("sync", "mount", "umount")
async def nothing(context):
    return 0
