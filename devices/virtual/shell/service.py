"""The `shell:` and `exec:` services: a command line, or an interactive shell, on one stream."""

import asyncio
import contextlib
import struct

from devices.virtual.adbd import StreamClosed
from devices.virtual.shell.interpreter import Shell
from devices.virtual.shell.streams import BrokenPipe, Source

STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN, WINDOW_SIZE = range(6)


def shell_service(device, arguments, line):
    """`shell[,v2][,TERM=…][,raw|pty]:line`: version 2 has framed output and an exit code."""
    options = arguments.split(",")
    interactive = "pty" in options or (not line and "raw" not in options)
    if "v2" in options:
        return lambda stream: _run_v2(device, stream, line, interactive)
    return lambda stream: _run_v1(device, stream, line, interactive)


def exec_service(device, line):
    return lambda stream: _run_v1(device, stream, line, False)


class _Out:
    """A command's output on a stream; in version 2 each piece has a header."""

    def __init__(self, stream, code=None, crlf=False):
        self._stream, self._code, self._crlf = stream, code, crlf

    async def write(self, data):
        if not data:
            return
        data = bytes(data)
        if self._crlf:
            data = data.replace(b"\n", b"\r\n")
        if self._code is not None:
            data = struct.pack("<BI", self._code, len(data)) + data
        try:
            await self._stream.write(data)
        except StreamClosed:
            raise BrokenPipe from None


class _In(Source):
    """Standard input from a stream; in version 2 out of its frames."""

    def __init__(self, stream, framed):
        super().__init__()
        self._stream, self._framed, self._ended = stream, framed, False

    async def _more(self):
        while not self._ended:
            if not self._framed:
                return await self._stream.read()
            try:
                code, length = struct.unpack("<BI", await self._stream.read_exactly(5))
                data = await self._stream.read_exactly(length)
            except StreamClosed:
                break
            if code == STDIN and data:
                return data
            self._ended = code == CLOSE_STDIN
        return b""


async def _run_v1(device, stream, line, interactive):
    out = _Out(stream, crlf=interactive)
    await _run(device, stream, line, interactive, _In(stream, False), out, out)


async def _run_v2(device, stream, line, interactive):
    out, err = _Out(stream, STDOUT, crlf=interactive), _Out(stream, STDERR)
    status = await _run(
        device, stream, line, interactive, _In(stream, True), out, out if interactive else err
    )
    with contextlib.suppress(StreamClosed):
        await stream.write(struct.pack("<BIB", EXIT, 1, status & 0xFF))


async def _run(device, stream, line, interactive, stdin, out, err):
    shell = Shell(device)
    work = _session(shell, stdin, out) if not line else shell.run(line, stdin, out, err)
    task = asyncio.ensure_future(work)
    process = device.processes.started(
        "sh" if not line else "app_process" if "app_process" in line else "sh", task
    )
    gone = asyncio.ensure_future(stream.closed_event.wait())
    try:
        # A command dies with the connection it writes to, even when it writes nothing.
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            process.kill()
        try:
            return await task
        except asyncio.CancelledError:
            if asyncio.current_task().cancelling():
                raise
            return 137
        except BrokenPipe:
            return 141
    finally:
        gone.cancel()
        task.cancel()


async def _session(shell, stdin, out):
    """An interactive shell: a prompt, an echo, simple editing."""
    line = ""
    await out.write(_prompt(shell))
    while data := await stdin.read():
        for char in data.decode("utf-8", "replace"):
            if char in "\r\n":
                await out.write(b"\n")
                if line.split()[:1] == ["exit"]:
                    status = line.split()[1:2]
                    return int(status[0]) if status and status[0].isdigit() else shell.status
                if line.strip():
                    await shell.run(line, Source(), out, out)
                line = ""
                await out.write(_prompt(shell))
            elif char in "\x7f\b":
                if line:
                    line = line[:-1]
                    await out.write(b"\b \b")
            elif char == "\x03":
                line = ""
                await out.write(b"^C\n" + _prompt(shell))
            elif char == "\x04":
                if not line:
                    return shell.status
            elif char.isprintable() or char == "\t":
                line += char
                await out.write(char.encode())
    return shell.status


def _prompt(shell):
    return f"phoneworld:{shell.cwd} $ ".encode()
