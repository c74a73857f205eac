"""Real H.264 for tests: a white square that moves on a grey screen."""

from fractions import Fraction

import av
import numpy as np

from devices.adb.scrcpy.protocol import Packet


def film(width=176, height=320, count=30, every=5, start=0.0, fps=30) -> list[Packet]:
    """A config packet, then `count` frames; the square jumps every `every` frames, `at` = start + time."""
    encoder = av.CodecContext.create("libx264", "w")
    encoder.width, encoder.height, encoder.pix_fmt = width, height, "yuv420p"
    encoder.time_base, encoder.framerate = Fraction(1, 1_000_000), fps
    encoder.options = {"preset": "ultrafast", "tune": "zerolatency", "x264-params": "keyint=1000"}
    encoder.flags |= av.codec.context.Flags.global_header
    encoder.open()
    packets = [Packet(0, False, True, bytes(encoder.extradata), at=start)]
    for index in range(count):
        image = np.full((height, width, 3), 60, np.uint8)
        left = 16 * (index // every) % (width - 32)
        image[64:96, left : left + 32] = 255
        frame = av.VideoFrame.from_ndarray(image, format="rgb24")
        frame.pts = round(index * 1e6 / fps)
        for packet in encoder.encode(frame):
            at = start + packet.pts / 1e6
            packets.append(Packet(packet.pts, packet.is_keyframe, False, bytes(packet), at=at, seq=index + 1))
    return packets
