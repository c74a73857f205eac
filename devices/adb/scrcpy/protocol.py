"""scrcpy 3.3.4 on the wire: frame headers from the phone, control messages to it, its answers.

All numbers are big-endian.
"""

import struct
from dataclasses import dataclass

CODEC_H264 = 0x68323634
CONFIG_BIT = 1 << 63
KEY_BIT = 1 << 62
HEADER_SIZE = 12
MAX_PACKET = 16 * 1024 * 1024  # beyond this the stream is out of step, not a frame
MAX_TEXT = 300
MAX_CLIPBOARD = 1 << 18

DOWN, UP, MOVE, CANCEL = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Packet:
    """One access unit (Annex-B). `at`: arrival, monotonic seconds; `seq`: counted per session."""

    pts_us: int
    key: bool
    config: bool
    data: bytes
    at: float = 0.0
    seq: int = 0


def parse_header(header: bytes) -> tuple[int, bool, bool, int]:
    """12 bytes -> (pts in µs, key, config, size). ValueError when the size cannot be one."""
    flags, size = struct.unpack(">QI", header)
    if not 0 < size <= MAX_PACKET:
        raise ValueError(f"a frame of {size} bytes")
    return flags & (KEY_BIT - 1), bool(flags & KEY_BIT), bool(flags & CONFIG_BIT), size


def keycode(action: int, code: int, repeat: int = 0, meta: int = 0) -> bytes:
    return struct.pack(">BBIII", 0, action, code, repeat, meta)


def text(value: str) -> bytes:
    data = value.encode()
    if len(data) > MAX_TEXT:
        raise ValueError("injected text is at most 300 bytes")
    return struct.pack(">BI", 1, len(data)) + data


def touch(action: int, pointer: int, x: int, y: int, width: int, height: int) -> bytes:
    """A finger. width × height must be the video's *current* size: the phone drops anything else silently."""
    pressure = 0 if action in (UP, CANCEL) else 0xFFFF
    return struct.pack(">BBqiiHHHII", 2, action, pointer, x, y, width, height, pressure, 0, 0)


def scroll(x: int, y: int, width: int, height: int, dx: float, dy: float) -> bytes:
    """Wheel ticks; the wire carries them in 16ths as fixed-point of 16 bits."""

    def fixed(ticks: float) -> int:
        return max(-0x8000, min(0x7FFF, round(max(-1.0, min(1.0, ticks / 16)) * 0x8000)))

    return struct.pack(">BiiHHhhI", 3, x, y, width, height, fixed(dx), fixed(dy), 0)


def back_or_screen_on(action: int) -> bytes:
    return struct.pack(">BB", 4, action)


def get_clipboard() -> bytes:
    """Ask for the clipboard as it is (no copy key pressed)."""
    return struct.pack(">BB", 8, 0)


def set_clipboard(sequence: int, value: str, paste: bool) -> bytes:
    """Sequence 0 asks for no acknowledgement."""
    data = value.encode()[:MAX_CLIPBOARD]
    return struct.pack(">BQBI", 9, sequence, paste, len(data)) + data


def display_power(on: bool) -> bytes:
    return struct.pack(">BB", 10, on)


def rotate() -> bytes:
    return b"\x0b"


def start_app(package: str) -> bytes:
    data = package.encode()
    return struct.pack(">BB", 16, len(data)) + data


def reset_video() -> bytes:
    return b"\x11"


CLIPBOARD, ACK_CLIPBOARD, UHID_OUTPUT = 0, 1, 2


async def read_device_message(read) -> tuple[int, object]:
    """The next message on the control socket: (0, clipboard text), (1, acknowledged sequence), (2, None).

    `read(n)` gives exactly n bytes. ValueError on an unknown kind: the framing is lost then.
    """
    kind = (await read(1))[0]
    if kind == CLIPBOARD:
        (size,) = struct.unpack(">I", await read(4))
        if size > MAX_CLIPBOARD:
            raise ValueError(f"a clipboard of {size} bytes")
        return kind, (await read(size)).decode("utf-8", "replace")
    if kind == ACK_CLIPBOARD:
        return kind, struct.unpack(">Q", await read(8))[0]
    if kind == UHID_OUTPUT:
        _, size = struct.unpack(">HH", await read(4))
        await read(size)
        return kind, None
    raise ValueError(f"device message of kind {kind}")
