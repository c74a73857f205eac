"""The server's options. They end in a shell line on the phone, so each name and value has a narrow form."""

import re
import shlex

ALLOWED = {
    "log_level": r"verbose|debug|info|warn|error",
    "max_size": r"\d{1,4}",
    "max_fps": r"\d{1,3}(\.\d)?",
    "video_bit_rate": r"\d{5,9}",
    "video_codec": r"h264",
    "video_codec_options": r"[a-z0-9-]+(:(int|long|float))?=\d+(,[a-z0-9-]+(:(int|long|float))?=\d+)*",
    "video_encoder": r"[A-Za-z0-9._-]{1,80}",
    "capture_orientation": r"@?(0|90|180|270)",
    "display_id": r"\d{1,3}",
    "screen_off_timeout": r"-1|\d{1,8}",
    "stay_awake": r"true|false",
    "power_on": r"true|false",
    "power_off_on_close": r"true|false",
    "clipboard_autosync": r"true|false",
    "cleanup": r"true|false",
    "downsize_on_error": r"true|false",
}

# Ours to decide, never a caller's: the client below reads exactly this framing.
FIXED = {"tunnel_forward": "true", "audio": "false", "control": "true"}

DEFAULTS = {
    "log_level": "info",
    "video_codec": "h264",
    "max_fps": "30",
    "video_bit_rate": "8000000",
    "clipboard_autosync": "true",
    "stay_awake": "true",
}


class OptionRefused(ValueError):
    """An option outside the allow-list, or a value of another form."""


def checked(options: dict[str, object]) -> dict[str, str]:
    """The options as text; OptionRefused for a name or value that is not allowed."""
    result = {}
    for name, value in options.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if name not in ALLOWED or not re.fullmatch(ALLOWED[name], text):
            raise OptionRefused(f"scrcpy option {name}={text[:40]!r} is not allowed")
        result[name] = text
    return result


def command(version: str, jar_path: str, scid: int, options: dict[str, object], video: bool = True) -> str:
    """The server's command line, each argument quoted for the phone's shell."""
    every = {**FIXED, "video": str(video).lower(), **checked({**DEFAULTS, **options})}
    arguments = [
        "app_process",
        "/",
        "com.genymobile.scrcpy.Server",
        version,
        f"scid={scid:08x}",
        *(f"{name}={value}" for name, value in every.items()),
    ]
    return f"CLASSPATH={shlex.quote(jar_path)} {shlex.join(arguments)}"
