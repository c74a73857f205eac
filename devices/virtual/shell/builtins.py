"""Verbs that act on the shell itself."""

import asyncio

from devices.virtual.shell.interpreter import Exit
from devices.virtual.shell.registry import Context, Usage, find, run, verb


@verb("true", ":")
async def true(context):
    return 0


@verb("false")
async def false(context):
    return 1


@verb("exit")
async def exit_(context):
    text = context.args[0] if context.args else str(context.shell.status)
    raise Exit(int(text) & 0xFF if text.lstrip("-").isdigit() else 1)


@verb("cd")
async def cd(context):
    path = context.path(context.args[0] if context.args else "/")
    if not context.fs.is_dir(path):
        raise Usage(f"sh: cd: {path}: No such file or directory", 2)
    context.shell.cwd = path


@verb("pwd")
async def pwd(context):
    await context.line(context.shell.cwd)


@verb("export", "set", "unset")
async def export(context):
    for word in context.args:
        name, separator, value = word.partition("=")
        if context.argv[0] == "unset":
            context.shell.variables.pop(name, None)
        elif separator:
            context.shell.variables[name] = value


@verb("env", "printenv")
async def env(context):
    if context.argv[0] == "printenv" and context.args:
        value = context.shell.variables.get(context.args[0])
        if value is None:
            return 1
        await context.line(value)
        return 0
    for name, value in context.shell.variables.items():
        if name != "0":
            await context.line(f"{name}={value}")


@verb("sh")
async def sh(context):
    child = context.shell.fork()
    args = context.args
    if args[:1] == ["-c"] and len(args) > 1:
        for index, value in enumerate(args[2:]):
            child.variables[str(index)] = value
        return await child.run(args[1], context.stdin, context.stdout, context.stderr)
    if args:
        line = context.fs.read(context.path(args[0])).decode("utf-8", "replace")
    else:
        line = (await context.stdin.read_all()).decode("utf-8", "replace")
    return await child.run(line, context.stdin, context.stdout, context.stderr)


@verb("su")
async def su(context):
    raise Usage("su: inaccessible or not found", 127)


async def _inner(context, words):
    return await run(
        Context(context.shell, context.device, words, context.stdin, context.stdout, context.stderr)
    )


@verb("nohup", "time", "nice", "ionice", "setsid", "command", "exec")
async def wrapper(context):
    words = list(context.args)
    if context.argv[0] == "command" and words[:1] == ["-v"]:
        if len(words) > 1 and find(words[1]):
            await context.line(f"/system/bin/{words[1]}")
            return 0
        return 1
    return await _inner(context, words) if words else 0


@verb("timeout")
async def timeout(context):
    words = [word for word in context.args if not word.startswith("-")]
    if len(words) < 2:
        raise Usage("timeout: Needs 2 arguments")
    try:
        return await asyncio.wait_for(_inner(context, words[1:]), float(words[0].rstrip("s")))
    except TimeoutError:
        return 124


@verb("xargs")
async def xargs(context):
    words = (await context.stdin.read_all()).decode("utf-8", "replace").split()
    return await _inner(context, [*(context.args or ["echo"]), *words])


@verb("which", "type")
async def which(context):
    missing = 0
    for name in context.args:
        if find(name):
            await context.line(f"/system/bin/{name}")
        else:
            missing = 1
    return missing


@verb("sleep")
async def sleep(context):
    try:
        await asyncio.sleep(min(float(context.args[0].rstrip("s")), 3600))
    except (IndexError, ValueError):
        raise Usage("sleep: Needs 1 argument") from None
