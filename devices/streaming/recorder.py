"""The encoder's packets into an MP4, as they are: nothing is encoded again.

While recording, the file is fragmented and every second is flushed, so that a killed process leaves a film
that plays up to its last second. Closing rewrites it once as a plain MP4 that a browser can seek in.
"""

import io
import os
from fractions import Fraction
from pathlib import Path

import av

from devices.adb.scrcpy.protocol import Packet

TIME_BASE = Fraction(1, 1_000_000)
FRAGMENTED = {
    "movflags": "empty_moov+default_base_moof+frag_keyframe",
    "frag_duration": "1000000",
    "flush_packets": "1",
}


class Mp4Writer:
    """`write(packet)` every packet in order, config too; `close()` at the end. Width and height in px.

    The film begins at the first key frame after a config; time starts at zero there. `seconds(pts_us)` places
    a packet's time in the film.
    """

    def __init__(self, path: str | os.PathLike, width: int = 0, height: int = 0):
        self.path = Path(path)
        self.width = width
        self.height = height
        self.frames = 0
        self._config = b""
        self._output: av.container.OutputContainer | None = None
        self._template: av.container.InputContainer | None = None
        self._stream = None
        self._first_pts: int | None = None
        self._last_dts = -1
        self._held: av.Packet | None = None

    @property
    def started(self) -> bool:
        return self._output is not None

    def seconds(self, pts_us: int) -> float:
        return max(0.0, (pts_us - (self._first_pts or 0)) / 1e6)

    def write(self, packet: Packet) -> None:
        if packet.config:
            self._config = packet.data
            return
        data = packet.data
        if packet.key and self._config:
            # The parameters travel in the key frame too: a later one may have another size (rotation).
            data = self._config + packet.data
        if self._output is None:
            if not (packet.key and self._config):
                return
            self._open(data)
            self._first_pts = packet.pts_us
        # A restarted encoder may step back a little; a film only goes forward.
        time = max(packet.pts_us - self._first_pts, self._last_dts + 1)
        self._last_dts = time
        muxed = av.Packet(data)
        muxed.stream = self._stream
        muxed.time_base = TIME_BASE
        muxed.pts = muxed.dts = time
        muxed.is_keyframe = packet.key
        self._flush_held(time)
        self._held = muxed

    def _flush_held(self, until: int) -> None:
        """One packet waits for its successor, which says how long it is shown."""
        if self._held:
            self._held.duration = max(1, until - self._held.pts)
            self._output.mux(self._held)
            self._held = None
            self.frames += 1

    def _open(self, first: bytes) -> None:
        self._template = av.open(io.BytesIO(first), "r", format="h264")
        self._output = av.open(str(self.path), "w", format="mp4", options=FRAGMENTED)
        self._stream = self._output.add_stream_from_template(self._template.streams.video[0])
        self._stream.time_base = TIME_BASE

    def close(self, until_us: int | None = None) -> Path | None:
        """Finish the film; the last picture stays until `until_us` (a packet time) if given.

        The path, or None when no picture ever came.
        """
        if self._output is None:
            return None
        end = self._last_dts + 33_000
        if until_us is not None:
            end = max(end, until_us - self._first_pts)
        self._flush_held(end)
        self._output.close()
        self._template.close()
        self._output = None
        make_seekable(self.path)
        return self.path


def make_seekable(path: Path) -> None:
    """Rewrite a fragmented film (also one a crash left behind) with its index in front; atomic."""
    temporary = path.with_suffix(".seekable.mp4")
    with (
        av.open(str(path)) as source,
        av.open(str(temporary), "w", format="mp4", options={"movflags": "faststart"}) as target,
    ):
        stream = source.streams.video[0]
        copy = target.add_stream_from_template(stream)
        for packet in source.demux(stream):
            if packet.dts is not None:
                packet.stream = copy
                target.mux(packet)
    os.replace(temporary, path)
