"""Just enough H.264: split Annex-B into units, and read the picture size from an SPS.

scrcpy 3 tells a new size (rotation, fold) only through the SPS of the new config packet.
"""

from dataclasses import dataclass

SPS = 7


def units(data: bytes) -> list[bytes]:
    """The NAL units of an Annex-B buffer, without start codes."""
    found = []
    start = data.find(b"\0\0\1")
    while start >= 0:
        following = data.find(b"\0\0\1", start + 3)
        unit = data[start + 3 : following if following >= 0 else len(data)]
        found.append(unit.rstrip(b"\0") if following >= 0 else unit)
        start = following
    return [unit for unit in found if unit]


@dataclass(frozen=True, slots=True)
class Sps:
    width: int
    height: int
    profile: int
    compatibility: int
    level: int

    @property
    def codec_string(self) -> str:
        """As browsers want it: avc1.PPCCLL."""
        return f"avc1.{self.profile:02x}{self.compatibility:02x}{self.level:02x}"


class _Bits:
    def __init__(self, data: bytes):
        self.value = int.from_bytes(data, "big")
        self.left = len(data) * 8

    def take(self, count: int) -> int:
        if count > self.left:
            raise ValueError("SPS ends early")
        self.left -= count
        return (self.value >> self.left) & ((1 << count) - 1)

    def ue(self) -> int:
        """Unsigned exp-Golomb."""
        zeros = 0
        while not self.take(1):
            zeros += 1
        return (1 << zeros) - 1 + self.take(zeros)

    def se(self) -> int:
        """Signed exp-Golomb."""
        code = self.ue()
        return (code + 1) // 2 if code % 2 else -(code // 2)


def _skip_scaling_list(bits: _Bits, size: int) -> None:
    last = following = 8
    for _ in range(size):
        if following:
            following = (last + bits.se()) % 256
        last = following or last


def parse_sps(unit: bytes) -> Sps:
    """A unit of type 7 -> its cropped picture size. ValueError when it is none."""
    if not unit or unit[0] & 0x1F != SPS:
        raise ValueError("not an SPS")
    bits = _Bits(unit[1:].replace(b"\0\0\3", b"\0\0"))
    profile, compatibility, level = bits.take(8), bits.take(8), bits.take(8)
    bits.ue()  # seq_parameter_set_id
    chroma = 1
    if profile in (100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135):
        chroma = bits.ue()
        if chroma == 3:
            bits.take(1)
        bits.ue()  # bit depths
        bits.ue()
        bits.take(1)
        if bits.take(1):
            for index in range(8 if chroma != 3 else 12):
                if bits.take(1):
                    _skip_scaling_list(bits, 16 if index < 6 else 64)
    bits.ue()  # log2_max_frame_num
    order = bits.ue()
    if order == 0:
        bits.ue()
    elif order == 1:
        bits.take(1)
        bits.se()
        bits.se()
        for _ in range(bits.ue()):
            bits.se()
    bits.ue()  # max_num_ref_frames
    bits.take(1)
    width = (bits.ue() + 1) * 16
    map_units = bits.ue() + 1
    frames_only = bits.take(1)
    height = map_units * 16 * (2 - frames_only)
    if not frames_only:
        bits.take(1)
    bits.take(1)
    if bits.take(1):
        step_x = 2 if chroma in (1, 2) else 1
        step_y = (2 if chroma == 1 else 1) * (2 - frames_only)
        left, right, top, bottom = bits.ue(), bits.ue(), bits.ue(), bits.ue()
        width -= (left + right) * step_x
        height -= (top + bottom) * step_y
    return Sps(width, height, profile, compatibility, level)


def find_sps(config: bytes) -> Sps | None:
    """The size that a config packet announces, if it holds an SPS."""
    for unit in units(config):
        if unit[0] & 0x1F == SPS:
            return parse_sps(unit)
    return None
