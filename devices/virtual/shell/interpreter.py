"""Runs a parsed command line."""

import asyncio
import contextlib
import fnmatch
import posixpath

from devices.virtual.files import FileError, normal
from devices.virtual.shell import registry
from devices.virtual.shell.parser import Group, Sequence, ShellSyntaxError, Simple, parse
from devices.virtual.shell.streams import BrokenPipe, Discard, Pipe, Sink, Source

MAX_DEPTH = 20


class Exit(Exception):
    """`exit N`: leave the shell."""


class Shell:
    """One shell process: variables, working folder, last status."""

    def __init__(self, device, depth=0):
        self.device, self.depth = device, depth
        self.cwd, self.status = "/", 0
        self.variables = {
            "HOME": "/",
            "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin",
            "USER": "shell",
            "SHELL": "/bin/sh",
            "EXTERNAL_STORAGE": "/sdcard",
            "TMPDIR": "/data/local/tmp",
            "ANDROID_ROOT": "/system",
            "ANDROID_DATA": "/data",
            "HOSTNAME": "phoneworld",
            "0": "sh",
        }
        self.background = set()

    def fork(self):
        child = Shell(self.device, self.depth + 1)
        child.cwd, child.variables, child.status = self.cwd, dict(self.variables), self.status
        return child

    async def run(self, line, stdin, stdout, stderr):
        """Run a line; returns its exit status."""
        try:
            sequence = parse(line)
        except ShellSyntaxError as error:
            await stderr.write(f"/system/bin/sh: syntax error: {error}\n".encode())
            self.status = 1
            return 1
        if self.depth > MAX_DEPTH:
            await stderr.write(b"sh: too deep\n")
            return 126
        try:
            await self._sequence(sequence, stdin, stdout, stderr)
        except Exit as leaving:
            self.status = leaving.args[0]
        return self.status

    async def _sequence(self, sequence, stdin, stdout, stderr):
        for item in sequence.items:
            if item.background:
                # A detached command outlives the connection that started it, as `nohup … &` does.
                item.background = False
                task = asyncio.get_running_loop().create_task(
                    self.fork()._guarded(Sequence([item]), Source(), _Detached(stdout), _Detached(stderr))
                )
                self.device.processes.started("sh", task)
                self.status = 0
            else:
                await self._and_or(item, stdin, stdout, stderr)

    async def _guarded(self, sequence, stdin, stdout, stderr):
        with contextlib.suppress(Exit, BrokenPipe):
            await self._sequence(sequence, stdin, stdout, stderr)

    async def _and_or(self, node, stdin, stdout, stderr):
        await self._pipeline(node.first, stdin, stdout, stderr)
        for operator, pipeline in node.rest:
            if (self.status == 0) == (operator == "&&"):
                await self._pipeline(pipeline, stdin, stdout, stderr)

    async def _pipeline(self, node, stdin, stdout, stderr):
        if len(node.commands) == 1:
            await self._command(node.commands[0], stdin, stdout, stderr)
        else:
            await self._piped(node.commands, stdin, stdout, stderr)
        if node.negated:
            self.status = int(not self.status)

    async def _piped(self, commands, stdin, stdout, stderr):
        """Every command of a pipe runs at once, each in a shell of its own."""
        pipes = [Pipe() for _ in commands[1:]]
        shells = [self.fork() for _ in commands]

        async def stage(index):
            source = pipes[index - 1] if index else stdin
            target = pipes[index] if index < len(pipes) else stdout
            try:
                await shells[index]._command(commands[index], source, target, stderr)
            except Exit as leaving:
                shells[index].status = leaving.args[0]
            except BrokenPipe:
                shells[index].status = 141
                if index == len(commands) - 1:
                    raise
            finally:
                if index:
                    source.abandon()
                if target is not stdout:
                    await target.end()

        tasks = [asyncio.ensure_future(stage(index)) for index in range(len(commands))]
        try:
            # The pipe is over when its last command is: `logcat | head -1` must not wait for logcat.
            await tasks[-1]
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self.status = shells[-1].status

    async def _command(self, node, stdin, stdout, stderr):
        try:
            stdin, stdout, stderr, files = await self._redirected(node.redirects, stdin, stdout, stderr)
        except FileError as error:
            await stderr.write(f"sh: can't create {error.args[1]}: {error}\n".encode())
            self.status = 1
            return
        try:
            if isinstance(node, Group):
                await (self.fork() if node.subshell else self)._group(node, self, stdin, stdout, stderr)
            else:
                await self._simple(node, stdin, stdout, stderr)
        finally:
            for path, sink, append in files:
                try:
                    (self.device.fs.append if append else self.device.fs.write)(path, bytes(sink.data))
                except FileError as error:
                    await stderr.write(f"sh: {path}: {error}\n".encode())
                    self.status = 1

    async def _group(self, node, parent, stdin, stdout, stderr):
        try:
            await self._sequence(node.body, stdin, stdout, stderr)
        except Exit as leaving:
            if not node.subshell:
                raise
            self.status = leaving.args[0]
        parent.status = self.status

    async def _redirected(self, redirects, stdin, stdout, stderr):
        files, outputs = [], {1: stdout, 2: stderr}
        for redirect in redirects:
            target = "".join(await self._expand(redirect.target, stderr))
            if redirect.mode == "&":
                outputs[redirect.descriptor] = outputs.get(int(target) if target.isdigit() else 1, stdout)
                continue
            path = normal(target, self.cwd)
            if redirect.mode == "<":
                try:
                    stdin = Source(b"" if path == "/dev/null" else self.device.fs.read(path))
                except FileError as error:
                    raise FileError(str(error), target) from None
                continue
            if path == "/dev/null":
                sink = Discard()
            elif path in ("/dev/tty", "/proc/self/fd/1", "/dev/stdout"):
                sink = stdout
            else:
                try:
                    if redirect.mode == ">" or self.device.fs.stat(path) is None:
                        self.device.fs.write(path, b"")
                except FileError as error:
                    raise FileError(str(error), target) from None
                sink = Sink()
                files.append((path, sink, redirect.mode == ">>"))
            for descriptor in (1, 2) if redirect.descriptor == 12 else (redirect.descriptor,):
                outputs[descriptor] = sink
        return stdin, outputs[1], outputs[2], files

    async def _simple(self, node: Simple, stdin, stdout, stderr):
        values = {name: "".join(await self._expand(parts, stderr)) for name, parts in node.assignments}
        argv = []
        for word in node.words:
            argv += self._globbed(word, await self._expand(word, stderr))
        if not argv:
            self.variables.update(values)
            self.status = 0
            return
        saved, self.variables = self.variables, self.variables | values
        try:
            context = registry.Context(self, self.device, argv, stdin, stdout, stderr)
            self.status = await registry.run(context)
        finally:
            for name in values:  # an assignment before a command is for that command only
                if name in saved:
                    self.variables[name] = saved[name]
                else:
                    self.variables.pop(name, None)

    async def _expand(self, parts, stderr):
        """The word's fields: one, or more where an unquoted expansion holds blanks."""
        fields, some = [""], False
        for part in parts:
            if part.kind == "text":
                fields[-1] += part.value
                some = some or part.quoted or bool(part.value)
                continue
            value = await self._value(part, stderr)
            if part.quoted:
                fields[-1] += value
                some = True
                continue
            pieces = value.split()
            if pieces:
                some = True
                if value[0].isspace() and fields[-1]:
                    fields.append("")
                fields[-1] += pieces[0]
                fields += pieces[1:]
        return fields if some else []

    async def _value(self, part, stderr):
        if part.kind == "command":
            sink = Sink()
            child = self.fork()
            self.status = await child.run(part.value, Source(), sink, stderr)
            return sink.data.decode("utf-8", "replace").rstrip("\n")
        name, _, default = part.value.partition(":-")
        if name == "?":
            return str(self.status)
        if name == "$":
            return "4711"
        if name == "PWD":
            return self.cwd
        return self.variables.get(name) or default

    def _globbed(self, word, fields):
        """File names for an unquoted * or ?; the pattern itself where nothing matches."""
        unquoted = "".join(part.value for part in word if part.kind == "text" and not part.quoted)
        if not any(char in unquoted for char in "*?["):
            return fields
        return [name for field in fields for name in (self._glob(field) or [field])]

    def _glob(self, pattern):
        found = ["/" if pattern.startswith("/") else ""]
        for name in filter(None, pattern.split("/")):
            if not any(char in name for char in "*?["):
                found = [posixpath.join(base, name) for base in found]
                found = [path for path in found if self.device.fs.stat(normal(path, self.cwd))]
                continue
            matches = []
            for base in found:
                folder = normal(base, self.cwd)
                if self.device.fs.is_dir(folder):
                    matches += [
                        posixpath.join(base, entry)
                        for entry in self.device.fs.list(folder)
                        if fnmatch.fnmatchcase(entry, name) and (entry[0] != "." or name[0] == ".")
                    ]
            found = matches
        return found


class _Detached:
    """The output of a background command: written while someone still listens."""

    def __init__(self, sink):
        self._sink = sink

    async def write(self, data):
        with contextlib.suppress(BrokenPipe, ConnectionError):
            await self._sink.write(data)
