"""Where a command reads from and writes to."""

import asyncio

PIPE_CHUNKS = 64


class BrokenPipe(Exception):
    """Whoever read our output is gone."""


class Source:
    """An input made of known bytes; the base of the others."""

    def __init__(self, data=b""):
        self._rest = data

    async def _more(self):
        return b""

    async def read(self):
        """Some bytes, b"" at the end."""
        if self._rest:
            data, self._rest = self._rest, b""
            return data
        return await self._more()

    async def read_exactly(self, size):
        """`size` bytes, fewer only at the end."""
        parts, missing = [], size
        while missing:
            data = await self.read()
            if not data:
                break
            parts.append(data[:missing])
            self._rest = data[missing:]
            missing -= len(parts[-1])
        return b"".join(parts)

    async def read_all(self):
        parts = []
        while data := await self.read():
            parts.append(data)
        return b"".join(parts)

    async def lines(self):
        """The lines as text, without their ends."""
        rest = b""
        while data := await self.read():
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                yield line.decode("utf-8", "replace")
        if rest:
            yield rest.decode("utf-8", "replace")


class Pipe(Source):
    """What one command writes, the next one reads."""

    def __init__(self):
        super().__init__()
        self._queue = asyncio.Queue(PIPE_CHUNKS)
        self._reader_gone = False

    async def _more(self):
        data = await self._queue.get()
        if not data:
            self._queue.put_nowait(b"")
        return data

    async def write(self, data):
        if self._reader_gone:
            raise BrokenPipe
        if data:
            await self._queue.put(bytes(data))

    async def end(self):
        """The writer is done."""
        if not self._reader_gone:
            await self._queue.put(b"")

    def abandon(self):
        """The reader is done."""
        self._reader_gone = True
        while not self._queue.empty():
            self._queue.get_nowait()


class Sink:
    """Collects what is written; also the base of `> file`."""

    def __init__(self):
        self.data = bytearray()

    async def write(self, data):
        self.data += data


class Discard:
    async def write(self, data):
        pass
