"""Verbs that look at the machine: time, processes, memory, network."""

import datetime
import re

from devices.virtual.shell.registry import Usage, names, verb

DISK_KB, MEMORY_KB = 112_000_000, 7_800_000


@verb("date")
async def date(context):
    words = list(context.args)
    now = datetime.datetime.fromtimestamp(context.phone.now / 1000, datetime.UTC)
    form = next((word[1:] for word in words if word.startswith("+")), None)
    if "-d" in words:
        text = words[words.index("-d") + 1]
        now = (
            datetime.datetime.fromtimestamp(int(text[1:]), datetime.UTC)
            if text.startswith("@")
            else datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.UTC)
        )
    elif any(re.fullmatch(r"\d{8,12}(\.\d\d)?", word) for word in words):
        raise Usage("date: cannot set date: Operation not permitted")
    form = form or "%a %b %e %H:%M:%S UTC %Y"
    form = (
        form.replace("%s", str(int(now.timestamp())))
        .replace("%N", f"{now.microsecond * 1000:09d}")
        .replace("%Z", "UTC")
    )
    await context.line(now.strftime(form))


@verb("uptime")
async def uptime(context):
    await context.line(" 12:00:00 up 1 day,  2:03,  0 users,  load average: 0.50, 0.40, 0.30")


@verb("id", "whoami")
async def identity(context):
    await context.line(
        "shell"
        if context.argv[0] == "whoami"
        else "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),1015(sdcard_rw) "
        "context=u:r:shell:s0"
    )


@verb("uname")
async def uname(context):
    if "-a" in context.args:
        await context.line("Linux localhost 6.1.0-phoneworld #1 SMP PREEMPT aarch64 Toybox")
    else:
        await context.line(
            {"-r": "6.1.0-phoneworld", "-m": "aarch64", "-n": "localhost"}.get(
                context.args[0] if context.args else "", "Linux"
            )
        )


@verb("ps")
async def ps(context):
    wanted = None
    if "-o" in context.args:
        wanted = context.args[context.args.index("-o") + 1].lower().split(",")
        await context.line(" ".join(column.upper() for column in wanted))
    else:
        await context.line("USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME")
    for pid, user, name in context.device.process_table():
        if wanted:
            values = {"pid": str(pid), "user": user, "name": name, "cmd": name, "args": name, "ppid": "1"}
            await context.line(" ".join(values.get(column, "0") for column in wanted))
        else:
            await context.line(
                f"{user:<12} {pid:>5} {1 if pid < 500 else 412:>5} 1200000  90000 0"
                f"                   0 S {name}"
            )


@verb("pidof", "pgrep")
async def pidof(context):
    pattern = context.args[-1] if context.args else ""
    pids = [
        str(pid)
        for pid, _, name in context.device.process_table()
        if (name == pattern if context.argv[0] == "pidof" else re.search(pattern, name))
    ]
    if not pids:
        return 1
    await context.line((" " if context.argv[0] == "pidof" else "\n").join(pids))


@verb("kill", "pkill", "killall")
async def kill(context):
    words = [word for word in context.args if not word.startswith("-")]
    for target in words:
        mine = [
            process
            for process in context.device.processes.commands
            if (
                str(process.pid) == target
                if context.argv[0] == "kill"
                else re.search(target, process.name) and process.task is not _current()
            )
        ]
        if not mine:
            if context.argv[0] != "kill":
                return 1
            known = any(str(pid) == target for pid, _, _ in context.device.process_table())
            raise Usage(
                f"/system/bin/sh: kill: {target}: {'Operation not permitted' if known else 'No such process'}"
            )
        for process in mine:
            process.kill()


def _current():
    import asyncio

    return asyncio.current_task()


@verb("df")
async def df(context):
    full = context.device.faults.is_on("storage_full")
    used = DISK_KB if full else DISK_KB // 4
    rows = [("/dev/fuse", DISK_KB, used, "/storage/emulated"), ("/dev/block/dm-8", DISK_KB, used, "/data")]
    human = "-h" in context.args
    await context.line(
        "Filesystem      Size Used Avail Use% Mounted on"
        if human
        else "Filesystem     1K-blocks    Used Available Use% Mounted on"
    )
    for device, size, taken, place in rows:
        free = size - taken
        if human:
            await context.line(
                f"{device:<15} {size >> 20}G {taken >> 20}G {free >> 20}G {taken * 100 // size}% {place}"
            )
        else:
            await context.line(
                f"{device:<14} {size:>9} {taken:>7} {free:>9} {taken * 100 // size:>3}% {place}"
            )


@verb("free")
async def free(context):
    await context.line(
        "\t\ttotal        used        free      shared     buffers\n"
        f"Mem:      {MEMORY_KB * 1024}  {MEMORY_KB * 512}  {MEMORY_KB * 512}           0    10485760"
    )


@verb("top", "vmstat", "iotop")
async def top(context):
    await context.line(f"Tasks: {len(context.device.process_table())} total,   1 running")
    for pid, user, name in context.device.process_table():
        await context.line(f"{pid:>5} {user:<12} 20   0 1.2G  90M  60M S  0.0   1.1   0:01.00 {name}")


@verb("ifconfig")
async def ifconfig(context):
    await context.line(
        "wlan0     Link encap:Ethernet  HWaddr 02:00:00:00:00:00\n"
        "          inet addr:10.0.2.16  Bcast:10.0.2.255  Mask:255.255.255.0\n"
        "          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1"
    )


@verb("ip")
async def ip(context):
    if context.args[:1] == ["route"]:
        await context.line("10.0.2.0/24 dev wlan0 proto kernel scope link src 10.0.2.16")
        return
    await context.line(
        "30: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 state UP\n"
        "    link/ether 02:00:00:00:00:00 brd ff:ff:ff:ff:ff:ff\n"
        "    inet 10.0.2.16/24 brd 10.0.2.255 scope global wlan0"
    )


@verb("ping")
async def ping(context):
    raise Usage("connect: Network is unreachable", 2)


@verb("reboot")
async def reboot(context):
    import asyncio

    context.device.faults.set("offline", "on")
    asyncio.get_running_loop().call_later(3, context.device.faults.set, "offline", "off")


@verb("toybox")
async def toybox(context):
    await context.line(" ".join(names()))
