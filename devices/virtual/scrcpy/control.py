"""scrcpy's control messages, big-endian, as server 3.3.4 reads them."""

import dataclasses
import struct

(
    INJECT_KEYCODE,
    INJECT_TEXT,
    INJECT_TOUCH,
    INJECT_SCROLL,
    BACK_OR_SCREEN_ON,
    EXPAND_NOTIFICATIONS,
    EXPAND_SETTINGS,
    COLLAPSE_PANELS,
    GET_CLIPBOARD,
    SET_CLIPBOARD,
    SET_DISPLAY_POWER,
    ROTATE_DEVICE,
    UHID_CREATE,
    UHID_INPUT,
    UHID_DESTROY,
    OPEN_KEYBOARD_SETTINGS,
    START_APP,
    RESET_VIDEO,
) = range(18)
DEVICE_CLIPBOARD, DEVICE_ACK_CLIPBOARD = 0, 1
MAX_TEXT = (1 << 18) - 14
_POSITION = "iiHH"
_FIXED = {  # type -> (struct format, field names)
    INJECT_KEYCODE: (">Biii", "action keycode repeat meta"),
    INJECT_TOUCH: (
        ">Bq" + _POSITION + "Hii",
        "action pointer x y width height pressure action_button buttons",
    ),
    INJECT_SCROLL: (">" + _POSITION + "hhi", "x y width height dx dy buttons"),
    BACK_OR_SCREEN_ON: (">B", "action"),
    GET_CLIPBOARD: (">B", "copy_key"),
    SET_DISPLAY_POWER: (">B", "on"),
    UHID_DESTROY: (">H", "id"),
}
_EMPTY = {
    EXPAND_NOTIFICATIONS,
    EXPAND_SETTINGS,
    COLLAPSE_PANELS,
    ROTATE_DEVICE,
    OPEN_KEYBOARD_SETTINGS,
    RESET_VIDEO,
}


class ProtocolError(ValueError):
    """A message no scrcpy client sends: the real server ends, and so do we."""


@dataclasses.dataclass(slots=True)
class Message:
    type: int
    fields: dict

    def __getattr__(self, name):
        try:
            return self.fields[name]
        except KeyError:
            raise AttributeError(name) from None


async def read_message(stream):
    """The next Message. Raises ProtocolError, or StreamClosed at the end."""
    kind = (await stream.read_exactly(1))[0]
    if kind in _EMPTY:
        return Message(kind, {})
    if kind in _FIXED:
        layout, names = _FIXED[kind]
        values = struct.unpack(layout, await stream.read_exactly(struct.calcsize(layout)))
        return Message(kind, dict(zip(names.split(), values, strict=True)))
    if kind == INJECT_TEXT:
        return Message(kind, {"text": await _text(stream, 4)})
    if kind == SET_CLIPBOARD:
        sequence, paste = struct.unpack(">qB", await stream.read_exactly(9))
        return Message(kind, {"sequence": sequence, "paste": bool(paste), "text": await _text(stream, 4)})
    if kind == START_APP:
        return Message(kind, {"name": await _text(stream, 1)})
    if kind == UHID_CREATE:
        values = struct.unpack(">HHH", await stream.read_exactly(6))
        return Message(
            kind, {"id": values[0], "name": await _text(stream, 1), "data": await _sized(stream, 2)}
        )
    if kind == UHID_INPUT:
        identity = struct.unpack(">H", await stream.read_exactly(2))[0]
        return Message(kind, {"id": identity, "data": await _sized(stream, 2)})
    raise ProtocolError(f"Unknown event type: {kind}")


async def _sized(stream, size_bytes):
    size = int.from_bytes(await stream.read_exactly(size_bytes), "big")
    if size > MAX_TEXT:
        raise ProtocolError(f"message of {size} bytes")
    return await stream.read_exactly(size) if size else b""


async def _text(stream, size_bytes):
    return (await _sized(stream, size_bytes)).decode("utf-8", "replace")


def clipboard_message(text):
    """Device to client: the clipboard's text."""
    data = text.encode()[:MAX_TEXT]
    return struct.pack(">BI", DEVICE_CLIPBOARD, len(data)) + data


def ack_message(sequence):
    """Device to client: SET_CLIPBOARD number `sequence` is done."""
    return struct.pack(">Bq", DEVICE_ACK_CLIPBOARD, sequence)
