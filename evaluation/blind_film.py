"""A run's film without its times: how long an agent thinks would tell who it is.

Every wait is cut to one length, nothing is encoded again, and the file says nothing of when it was made.
"""

import os
import tempfile
from pathlib import Path

import av
from django.conf import settings

from phonebuddy.blobs.models import Blob
from phonebuddy.blobs.store import path_of

#: A picture stays at least so long, and never longer: movement is seen, thinking is not.
LONGEST_S = 0.6


def of(video: Blob) -> Path:
    """The blind film of a video, made once. ValueError if it holds no film."""
    target = Path(settings.VAR) / "cache" / "blind" / f"{video.pk}.mp4"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor, draft = tempfile.mkstemp(dir=target.parent, suffix=".mp4")
        os.close(descriptor)
        try:
            retime(path_of(video.pk), Path(draft))
            os.replace(draft, target)
        except av.FFmpegError as error:
            Path(draft).unlink(missing_ok=True)
            raise ValueError(f"not a film: {error}") from error
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
    return target


def retime(source: Path, target: Path) -> None:
    """Copy a film's pictures with every gap between them at most `LONGEST_S`."""
    with av.open(str(source)) as film, av.open(str(target), "w", format="mp4") as output:
        if not film.streams.video:
            raise ValueError("no film in this file")
        stream = film.streams.video[0]
        copy = output.add_stream_from_template(stream)
        copy.metadata.clear()
        output.metadata.clear()
        longest = round(LONGEST_S / stream.time_base)
        packets = [packet for packet in film.demux(stream) if packet.size]
        time, before = 0, packets[0].pts if packets else 0
        for packet, after in zip(packets, [*packets[1:], None], strict=True):
            time += min(packet.pts - before, longest)
            before = packet.pts
            gap = after.pts - packet.pts if after else longest
            packet.stream, packet.pts, packet.dts = copy, time, time
            packet.duration = max(1, min(gap, longest))
            output.mux(packet)
