"""H.264 out of RGBA pictures, as a phone's encoder gives it: Annex B, its configuration apart."""

from fractions import Fraction

import av
import numpy as np
from av.video.frame import PictureType
from av.video.reformatter import ColorRange, Colorspace, Interpolation, VideoReformatter

H264 = 0x68323634  # "h264", scrcpy's codec id
TIME_BASE = 1_000_000
CRF = 21  # sharp text at ultrafast; the bit rate is only a ceiling


class Encoder:
    """Encodes pictures to `width`×`height` (multiples of 2). Not thread safe: one picture at a time."""

    def __init__(self, width, height, bit_rate=8_000_000, fps=60):
        self.width, self.height = width, height
        self._reformatter = VideoReformatter()
        codec = av.CodecContext.create("libx264", "w")
        codec.width, codec.height, codec.pix_fmt = width, height, "yuv420p"
        codec.time_base = Fraction(1, TIME_BASE)
        codec.framerate = fps
        codec.thread_count = 1
        codec.color_range = ColorRange.MPEG
        codec.colorspace = Colorspace.ITU709
        codec.color_primaries = codec.color_trc = 1  # BT.709
        codec.flags |= av.codec.context.Flags.global_header  # parameter sets apart, as MediaCodec gives them
        kilobits = max(100, bit_rate // 1000)
        codec.options = {
            "preset": "ultrafast",
            "tune": "zerolatency",
            "forced-idr": "1",
            "crf": str(CRF),
            "x264-params": f"keyint=infinite:min-keyint=1:scenecut=0:annexb=1:repeat-headers=0:"
            f"vbv-maxrate={kilobits}:vbv-bufsize={kilobits // 2}:nal-hrd=none:colorprim=bt709:transfer=bt709:"
            f"colormatrix=bt709:range=tv",
        }
        codec.open()
        self._codec = codec
        self.config = bytes(codec.extradata)
        self._last_pts = -1
        self._frame = self._view = None

    def encode(self, picture, pts, key=False):
        """[(is_key, Annex B bytes)] for one (height, width, 4) RGBA picture; pts in µs, rising."""
        frame = self._fitted(picture)
        self._last_pts = pts = max(pts, self._last_pts + 1)
        frame.pts = pts
        frame.time_base = self._codec.time_base
        frame.pict_type = PictureType.I if key else PictureType.NONE
        return [(packet.is_keyframe, bytes(packet)) for packet in self._codec.encode(frame)]

    def _fitted(self, picture):
        """The picture as YUV at the video's size."""
        height, width = picture.shape[:2]
        offset_x, offset_y = (self.width - width) // 2, (self.height - height) // 2
        if abs(self.width - width) < 8 and abs(self.height - height) < 8:
            # A few pixels more or less than the screen: repeat the edge or cut, so that pixels stay sharp.
            view = self._source(self.width, self.height)
            top, left = max(0, offset_y), max(0, offset_x)
            part = picture[max(0, -offset_y) :, max(0, -offset_x) :][: self.height, : self.width]
            bottom, right = top + part.shape[0], left + part.shape[1]
            view[top:bottom, left:right] = part
            view[top:bottom, :left] = part[:, :1]
            view[top:bottom, right:] = part[:, -1:]
            view[:top] = view[top : top + 1]
            view[bottom:] = view[bottom - 1 : bottom]
        else:
            self._source(width, height)[:] = picture
        return self._reformatter.reformat(
            self._frame,
            self.width,
            self.height,
            "yuv420p",
            src_colorspace=Colorspace.ITU709,
            dst_colorspace=Colorspace.ITU709,
            src_color_range=ColorRange.JPEG,
            dst_color_range=ColorRange.MPEG,
            interpolation=Interpolation.FAST_BILINEAR,
        )

    def _source(self, width, height):
        """A writable (height, width, 4) view of the RGBA frame that is converted; the frame is kept."""
        if self._frame is None or (self._frame.width, self._frame.height) != (width, height):
            self._frame = av.VideoFrame(width, height, "rgba")
            plane = np.frombuffer(self._frame.planes[0], np.uint8).reshape(height, -1)
            self._view = plane[:, : width * 4].reshape(height, width, 4)
        return self._view


def video_size(width, height, max_size=0):
    """The size scrcpy encodes a screen at: no side above `max_size`, both multiples of 8."""
    if max_size and max(width, height) > max_size:
        if width < height:
            width, height = width * max_size // height, max_size
        else:
            width, height = max_size, height * max_size // width
    if width % 8 == 0 and height % 8 == 0:
        return width, height
    major, minor = max(width, height) & ~7, (min(width, height) + 4) & ~7
    minor = min(minor, major)
    return (minor, major) if height > width else (major, minor)
