"""The server's command line: its version, then key=value pairs."""

import dataclasses

VERSION = "3.3.4"


class BadOptions(ValueError):
    """The server refuses to start; str(error) is what it says."""


@dataclasses.dataclass
class Options:
    """Options that matter to a mock phone; the rest are known, and ignored."""

    scid: int = -1
    video: bool = True
    audio: bool = True
    control: bool = True
    tunnel_forward: bool = False
    max_size: int = 0
    max_fps: float = 0
    video_bit_rate: int = 8_000_000
    video_codec: str = "h264"
    display_id: int = 0
    clipboard_autosync: bool = True
    power_on: bool = True
    power_off_on_close: bool = False
    stay_awake: bool = False
    cleanup: bool = True
    send_device_meta: bool = True
    send_frame_meta: bool = True
    send_dummy_byte: bool = True
    send_codec_meta: bool = True
    raw_stream: bool = False
    list_encoders: bool = False
    list_displays: bool = False
    list_cameras: bool = False
    list_camera_sizes: bool = False
    list_apps: bool = False

    @property
    def lists(self):
        return any(
            getattr(self, field.name) for field in dataclasses.fields(self) if field.name.startswith("list_")
        )

    @property
    def socket_name(self):
        return "scrcpy" if self.scid == -1 else f"scrcpy_{self.scid:08x}"

    @classmethod
    def parse(cls, words):
        """Options of the server's words. Raises BadOptions."""
        if not words:
            raise BadOptions("Missing client version")
        if words[0] != VERSION:
            raise BadOptions(f"The server version ({VERSION}) does not match the client ({words[0]})")
        options = cls()
        for word in words[1:]:
            key, separator, value = word.partition("=")
            if not separator:
                raise BadOptions(f'Invalid key=value pair: "{word}"')
            if key in _KNOWN:
                try:
                    setattr(options, key, _KNOWN[key](value))
                except ValueError:
                    raise BadOptions(f"Invalid value for {key}: {value}") from None
            elif key not in _IGNORED:
                # The real server only warns, so that it outlives options it does not know.
                continue
        if options.scid < -1:
            raise BadOptions("scid may not be negative (except -1 for 'none')")
        if options.video and options.video_codec != "h264":
            raise BadOptions(f"Video codec {options.video_codec} not supported")
        if options.display_id:
            raise BadOptions(f"Display id {options.display_id} not found")
        if options.raw_stream:
            options.send_device_meta = options.send_frame_meta = options.send_dummy_byte = (
                options.send_codec_meta
            ) = False
        return options


def _boolean(value):
    return value.lower() == "true"


def _known():
    kinds = {bool: _boolean, int: int, float: float, str: str}
    table = {field.name: kinds[field.type] for field in dataclasses.fields(Options)}
    table["scid"] = lambda value: int(value, 16) if value != "-1" else -1
    table["max_size"] = lambda value: int(value) & ~7
    return table


_KNOWN = _known()
_IGNORED = {
    "log_level",
    "audio_codec",
    "video_source",
    "audio_source",
    "audio_dup",
    "audio_bit_rate",
    "angle",
    "crop",
    "show_touches",
    "screen_off_timeout",
    "video_codec_options",
    "audio_codec_options",
    "video_encoder",
    "audio_encoder",
    "downsize_on_error",
    "camera_id",
    "camera_size",
    "camera_facing",
    "camera_ar",
    "camera_fps",
    "camera_high_speed",
    "new_display",
    "vd_destroy_content",
    "vd_system_decorations",
    "capture_orientation",
    "display_ime_policy",
    "keep_active",
}
