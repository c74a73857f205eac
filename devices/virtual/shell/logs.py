"""`logcat` and `log`."""

import asyncio
import re

from devices.virtual.logcat import form
from devices.virtual.shell.registry import Usage, verb

PRIORITIES = "VDIWEFS"
FOLLOW_TICK = 0.1


@verb("logcat")
async def logcat(context):
    words, layout, last, tail, filters, pattern = iter(context.args), "threadtime", False, None, [], None
    for word in words:
        if word == "-v":
            layout = next(words, "threadtime")
        elif word == "-c":
            context.device.logs.lines.clear()
            return
        elif word == "-d":
            last = True
        elif word in ("-t", "-T"):
            last = last or word == "-t"
            value = next(words, "1")
            tail = int(value) if value.isdigit() else None
        elif word in ("-b", "-f", "--pid"):
            next(words, None)
        elif word in ("-e", "--regex"):
            pattern = re.compile(next(words, ""))
        elif word == "-s":
            filters.append(("*", "S"))
        elif word == "-g":
            await context.line("main: ring buffer is 256 KiB (64 KiB consumed, 200 KiB readable)")
            return
        elif not word.startswith("-"):
            tag, _, priority = word.partition(":")
            filters.append((tag, (priority or "V").upper()))
    if any(priority not in (*PRIORITIES, "*") for _, priority in filters):
        raise Usage("Invalid filter expression")

    def wanted(entry):
        _, priority, tag, _, message = entry
        limit = dict(filters).get(tag, dict(filters).get("*", "V"))
        limit = "V" if limit == "*" else limit
        return (
            PRIORITIES.index(priority) >= PRIORITIES.index(limit)
            and limit != "S"
            and (not pattern or pattern.search(message))
        )

    entries, number = context.device.logs.since(0)
    entries = [entry for entry in entries if wanted(entry)]
    await context.line("--------- beginning of main")
    for entry in entries[-tail:] if tail else entries:
        await context.line(form(entry, layout))
    while not last:
        await asyncio.sleep(FOLLOW_TICK)
        entries, number = context.device.logs.since(number)
        for entry in filter(wanted, entries):
            await context.line(form(entry, layout))


@verb("log")
async def log(context):
    words, priority, tag = list(context.args), "I", "shell"
    while words and words[0] in ("-p", "-t"):
        flag, value = words[:2]
        priority, tag = (value.upper(), tag) if flag == "-p" else (priority, value)
        del words[:2]
    context.device.log(priority, tag, " ".join(words))


@verb("bugreport", "bugreportz", "dumpstate")
async def bugreport(context):
    raise Usage(f"{context.argv[0]}: not on a mock phone")
