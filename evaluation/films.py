"""An episode's film: segments on disk while it is recorded, one file in the blob store at the end.

A segment is named by the wall-clock time of its first picture, so that what a crash left behind can be
put in its place. Joined, the film runs on the episode's own clock: between segments the last picture stays.
"""

import shutil
import time
from datetime import UTC, datetime
from pathlib import Path

import av
from django.conf import settings

from devices.streaming.recorder import Mp4Writer, make_seekable


def folder(episode_id) -> Path:
    return Path(settings.VAR) / "recordings" / str(episode_id)


class Film:
    """Takes packets; begins a segment at the first key frame, and again after each pause."""

    def __init__(self, episode_id):
        self.folder = folder(episode_id)
        self._config = None
        self._writer: Mp4Writer | None = None
        self._started: tuple[float, int] = (0.0, 0)

    def write(self, packet) -> None:
        if packet.config:
            self._config = packet
            if self._writer:
                self._writer.write(packet)
            return
        if self._writer is None:
            if not (packet.key and self._config):
                return
            self.folder.mkdir(parents=True, exist_ok=True)
            self._writer = Mp4Writer(self.folder / f"{round(time.time() * 1000)}.mp4")
            self._writer.write(self._config)
            self._started = (time.monotonic(), packet.pts_us)
        self._writer.write(packet)

    @property
    def running(self) -> bool:
        return self._writer is not None

    def cut(self) -> None:
        """End the segment; its last picture stays until now."""
        writer, self._writer = self._writer, None
        if writer:
            began, first_pts = self._started
            writer.close(until_us=first_pts + round((time.monotonic() - began) * 1e6))


def join(episode_id) -> tuple[Path, datetime] | None:
    """One seekable MP4 of all segments and the time of its first picture; None when there is none."""
    parts = sorted(
        (p for p in folder(episode_id).glob("*.mp4") if p.stem.isdigit()), key=lambda p: int(p.stem)
    )
    parts = [part for part in parts if _readable(part)]
    if not parts:
        return None
    began = int(parts[0].stem)
    target = folder(episode_id) / "film.mp4"
    if len(parts) == 1:
        shutil.copyfile(parts[0], target)
        make_seekable(target)
    else:
        _concatenate(parts, target, began)
    return target, datetime.fromtimestamp(began / 1000, UTC)


def forget(episode_id) -> None:
    """The film is in the blob store now."""
    shutil.rmtree(folder(episode_id), ignore_errors=True)


def _readable(path: Path) -> bool:
    try:
        with av.open(str(path)) as source:
            return any(packet.size for packet in source.demux(video=0))
    except (av.FFmpegError, IndexError):
        return False  # killed before its first picture was on disk


def _concatenate(parts: list[Path], target: Path, began: int) -> None:
    with av.open(str(target), "w", format="mp4", options={"movflags": "faststart"}) as output:
        stream, last = None, -1
        for part in parts:
            with av.open(str(part)) as source:
                video = source.streams.video[0]
                if stream is None:
                    stream = output.add_stream_from_template(video)
                offset = round((int(part.stem) - began) / 1000 / video.time_base)
                for packet in source.demux(video):
                    if packet.dts is None:
                        continue
                    # Clocks of two processes may overlap by a frame: a film only goes forward.
                    packet.pts = packet.dts = last = max(packet.dts + offset, last + 1)
                    packet.stream = stream
                    output.mux(packet)
