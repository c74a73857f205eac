"""A checkpoint as a zip, made while it is sent: gigabytes are never held in memory, nor written twice."""

import zipfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from asgiref.sync import sync_to_async

from training.folder import model_files

CHUNK = 1 << 20


class _Sink:
    """What zipfile writes into; it cannot seek, so sizes follow the data."""

    def __init__(self):
        self.data = bytearray()

    def write(self, data: bytes) -> int:
        self.data += data
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def take(self) -> bytes:
        data, self.data = bytes(self.data), bytearray()
        return data


def chunks_of(folder: Path) -> Iterator[bytes]:
    """The zip of a model's files and its card; weights do not compress, so nothing is compressed."""
    sink = _Sink()
    card = folder / "README.md"
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_STORED) as archive:  # type: ignore[call-overload]
        for file in [*model_files(folder), *([card] if card.exists() else [])]:
            name = file.relative_to(folder).as_posix()
            about = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            with file.open("rb") as source, archive.open(about, "w", force_zip64=True) as target:
                while data := source.read(CHUNK):
                    target.write(data)
                    yield sink.take()
    yield sink.take()


async def zipped(folder: Path) -> AsyncIterator[bytes]:
    """The same, read in a thread: the server's loop goes on meanwhile."""
    chunks = chunks_of(folder)
    while data := await sync_to_async(next)(chunks, None):
        yield data
