"""echo, and the filters people pipe into."""

import hashlib
import re

from devices.virtual.files import FileError
from devices.virtual.shell.registry import Usage, verb

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "0": "\0", "a": "\a", "e": "\x1b"}


def _unescape(text):
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[0]), text)


@verb("echo")
async def echo(context):
    words, newline, escapes = list(context.args), "\n", True
    while words and re.fullmatch(r"-[neE]+", words[0]):
        flags = words.pop(0)
        newline = "" if "n" in flags else newline
        escapes = "E" not in flags
    text = " ".join(words)
    await context.out((_unescape(text) if escapes else text) + newline)


@verb("printf")
async def printf(context):
    if not context.args:
        raise Usage("printf: Needs 1 argument")
    form, values = _unescape(context.args[0]), list(context.args[1:])

    def value(match):
        kind = match[1]
        if kind == "%":
            return "%"
        word = values.pop(0) if values else ""
        return word if kind == "s" else str(int(word or 0))

    while True:
        left = len(values)
        await context.out(re.sub(r"%([sdi%])", value, form))
        if not values or len(values) == left:  # the format is used again while it takes arguments
            return


async def _inputs(context, paths):
    """(name, bytes) of each file, or of standard input."""
    if not paths:
        return [("(standard input)", await context.stdin.read_all())], 0
    found, status = [], 0
    for path in paths:
        try:
            found.append((path, context.fs.read(context.path(path))))
        except FileError as error:
            await context.err(f"{context.argv[0]}: {path}: {error}")
            status = 1
    return found, status


@verb("cat")
async def cat(context):
    paths = [word for word in context.args if not word.startswith("-")]
    if not paths:
        while data := await context.stdin.read():
            await context.out(data)
        return 0
    found, status = await _inputs(context, paths)
    for _, data in found:
        await context.out(data)
    return status


@verb("grep", "egrep", "fgrep")
async def grep(context):
    flags, patterns, paths, limit = set("E" if context.argv[0] == "egrep" else ""), [], [], None
    words = iter(context.args)
    for word in words:
        if word == "-e":
            patterns.append(next(words, ""))
        elif word == "-m":
            limit = int(next(words, "1"))
        elif re.fullmatch(r"-m\d+", word):
            limit = int(word[2:])
        elif word.startswith("-") and len(word) > 1 and word[1] != "-":
            flags |= set(word[1:])
            if word.endswith("e"):
                patterns.append(next(words, ""))
        elif word in ("--color=never", "--line-buffered", "--"):
            continue
        elif patterns:
            paths.append(word)
        else:
            patterns.append(word)
    if not patterns:
        raise Usage("grep: no REGEX", 2)
    if "F" in flags or context.argv[0] == "fgrep":
        patterns = [re.escape(pattern) for pattern in patterns]
    elif "E" not in flags:  # basic syntax: these are literal unless escaped
        patterns = [
            re.sub(r"\\?([|(){}+?])", lambda m: m[1] if m[0][0] == "\\" else "\\" + m[1], p) for p in patterns
        ]
    joined = "|".join(f"(?:{pattern})" for pattern in patterns)
    if "x" in flags:
        joined = f"^(?:{joined})$"
    if "w" in flags:
        joined = rf"\b(?:{joined})\b"
    try:
        regex = re.compile(joined, re.IGNORECASE if "i" in flags else 0)
    except re.error as error:
        raise Usage(f"grep: bad REGEX: {error}", 2) from None

    async def lines():
        if not paths:
            async for line in context.stdin.lines():
                yield "", line
        for path in paths:
            for line in context.fs.read(context.path(path)).decode("utf-8", "replace").splitlines():
                yield (f"{path}:" if len(paths) > 1 and "h" not in flags else ""), line

    count, number = 0, 0
    async for prefix, line in lines():
        number += 1
        match = regex.search(line)
        if bool(match) == ("v" in flags):
            continue
        count += 1
        if "q" in flags:
            return 0
        if "l" in flags:
            await context.line(prefix.rstrip(":") or paths[0] if paths else "(standard input)")
            return 0
        if "c" not in flags:
            numbered = f"{number}:" if "n" in flags else ""
            shown = [m[0] for m in regex.finditer(line)] if "o" in flags else [line]
            for text in shown:
                await context.line(prefix + numbered + text)
        if limit is not None and count >= limit:
            break
    if "c" in flags:
        await context.line(str(count))
    return 0 if count else 1


def _count(context, default=10):
    """(n, paths) of head and tail: -n N, -N, -c N."""
    words, number, unit, paths = iter(context.args), default, "lines", []
    for word in words:
        if word in ("-n", "-c"):
            unit = "bytes" if word == "-c" else unit
            number = int(next(words, default))
        elif re.fullmatch(r"-[nc]?[+-]?\d+", word):
            unit = "bytes" if word[1] == "c" else unit
            number = int(word.lstrip("-nc"))
        else:
            paths.append(word)
    return number, unit, paths


@verb("head")
async def head(context):
    number, unit, paths = _count(context)
    if not paths and unit == "lines":
        if number <= 0:
            return 0
        seen = 0
        async for line in context.stdin.lines():
            await context.line(line)
            seen += 1
            if seen >= number:
                break
        return 0
    found, status = await _inputs(context, paths)
    for _, data in found:
        await context.out(
            data[:number] if unit == "bytes" else b"".join(data.splitlines(keepends=True)[:number])
        )
    return status


@verb("tail")
async def tail(context):
    number, unit, paths = _count(context)
    found, status = await _inputs(context, [path for path in paths if path != "-f"])
    for _, data in found:
        await context.out(
            data[-number:] if unit == "bytes" else b"".join(data.splitlines(keepends=True)[-number:])
        )
    return status


@verb("wc")
async def wc(context):
    flags = "".join(word[1:] for word in context.args if word.startswith("-")) or "lwc"
    found, status = await _inputs(context, [word for word in context.args if not word.startswith("-")])
    for name, data in found:
        counts = {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data)}
        shown = [str(counts[flag]) for flag in "lwc" if flag in flags]
        await context.line(" ".join(shown) + (f" {name}" if name != "(standard input)" else ""))
    return status


@verb("sort")
async def sort(context):
    flags = "".join(word[1:] for word in context.args if word.startswith("-"))
    found, status = await _inputs(context, [word for word in context.args if not word.startswith("-")])
    lines = [line for _, data in found for line in data.decode("utf-8", "replace").splitlines()]

    def number(line):
        match = re.match(r"\s*-?\d+", line)
        return (int(match[0]) if match else 0, line)

    lines.sort(key=number if "n" in flags else None, reverse="r" in flags)
    if "u" in flags:
        lines = list(dict.fromkeys(lines))
    await context.out("".join(line + "\n" for line in lines))
    return status


@verb("uniq")
async def uniq(context):
    previous = None
    async for line in context.stdin.lines():
        if line != previous:
            await context.line(line)
        previous = line


@verb("tr")
async def tr(context):
    data = (await context.stdin.read_all()).decode("utf-8", "replace")
    args = [_unescape(word) for word in context.args]
    if args[:1] == ["-d"] and len(args) == 2:
        await context.out("".join(char for char in data if char not in args[1]))
    elif len(args) == 2:
        source, target = args
        await context.out(
            data.translate(
                {ord(char): target[min(index, len(target) - 1)] for index, char in enumerate(source)}
                if target
                else {}
            )
        )
    else:
        raise Usage("tr: Needs 2 arguments")


@verb("cut")
async def cut(context):
    options = dict(re.findall(r"-([dfc]) ?\x00?([^\x00]+)", "\x00".join(context.args)))
    delimiter = options.get("d", "\t")
    first, dash, last = options.get("f", options.get("c", "1")).partition("-")
    start = int(first or 1) - 1
    end = (int(last) if last else None) if dash else start + 1
    async for line in context.stdin.lines():
        await context.line(
            line[start:end] if "c" in options else delimiter.join(line.split(delimiter)[start:end])
        )


@verb("sed")
async def sed(context):
    words = [word for word in context.args if word != "-e"]
    quiet = "-n" in words
    words = [word for word in words if word not in ("-n", "-E", "-r")]
    script = words[0] if words else ""
    substitution = re.fullmatch(r"s(.)(.*?)\1(.*?)\1([gi]*)", script)
    lines = re.fullmatch(r"(\d+)(?:,(\d+|\$))?([pd])", script)
    if not (substitution or lines):
        raise Usage(f"sed: unsupported script: {script}")
    found, status = await _inputs(context, words[1:])
    for _, data in found:
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            if substitution:
                _, pattern, new, flags = substitution.groups()
                line = re.sub(pattern, new.replace("&", r"\g<0>"), line, count=0 if "g" in flags else 1)
                if not quiet:
                    await context.line(line)
                continue
            first, last = int(lines[1]), lines[2]
            inside = first <= number <= (first if last is None else 1 << 60 if last == "$" else int(last))
            if (lines[3] == "p" and (inside or not quiet)) or (lines[3] == "d" and not inside):
                await context.line(line)
    return status


@verb("base64")
async def base64_(context):
    import base64

    found, status = await _inputs(
        context, [word for word in context.args if not word.startswith("-") and not word.isdigit()]
    )
    for _, data in found:
        if "-d" in context.args:
            await context.out(base64.b64decode(data))
        else:
            text = base64.b64encode(data).decode()
            width = len(text) if "-w" in context.args else 76
            await context.out(
                "".join(text[start : start + width] + "\n" for start in range(0, len(text), width or 1))
            )
    return status


@verb("md5sum", "sha1sum", "sha256sum")
async def checksum(context):
    name = context.argv[0]
    found, status = await _inputs(context, [word for word in context.args if word != "-b"])
    for path, data in found:
        digest = hashlib.new(name.removesuffix("sum"), data, usedforsecurity=False).hexdigest()
        await context.line(digest if "-b" in context.args else f"{digest}  {path if path[0] != '(' else '-'}")
    return status
