"""Window manager: size, density, rotation."""

import re

from devices.virtual.shell.registry import Usage, verb


@verb("wm")
async def wm(context):
    words = [word for word in context.args if word not in ("-d", "0")]
    what, rest, device = (words[0] if words else ""), words[1:], context.device
    if what == "size":
        if rest:
            _override(device, "size", rest[0], r"\d+x\d+")
            return
        width, height = device.natural_size
        await context.line(f"Physical size: {width}x{height}")
        if "size" in device.overrides:
            await context.line(f"Override size: {device.overrides['size']}")
    elif what == "density":
        if rest:
            _override(device, "density", rest[0], r"\d+")
            return
        await context.line(f"Physical density: {device.props['ro.sf.lcd_density']}")
        if "density" in device.overrides:
            await context.line(f"Override density: {device.overrides['density']}")
    elif what in ("user-rotation", "set-user-rotation"):
        if not rest:
            locked = context.phone.settings.get("system", "accelerometer_rotation") in (None, "0")
            await context.line(f"lock {device.rotation}" if locked else "free")
        elif rest[0] == "free":
            device.put_setting("system", "accelerometer_rotation", "1")
        elif rest[0] == "lock":
            device.put_setting("system", "accelerometer_rotation", "0")
            device.rotate(int(rest[1]) if len(rest) > 1 else device.rotation)
        else:
            raise Usage(f"Error: argument needs to be either 'lock' or 'free', got {rest[0]}")
    elif what == "dismiss-keyguard":
        if not context.phone.screen_on:
            context.phone.key("POWER")
        if context.phone.state["locked"]:
            context.phone.key("MENU")
        device.touched()
    elif what in ("overscan", "scaling", "fixed-to-user-rotation", "set-fix-to-user-rotation"):
        return
    else:
        raise Usage(
            "Window manager (window) commands:\n  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]\n"
            "  density [reset|DENSITY] [-d DISPLAY_ID]\n"
            "  user-rotation [-d DISPLAY_ID] [free|lock] [rotation]",
            255,
        )


def _override(device, name, value, pattern):
    # What is reported; a mock phone is drawn at its own size.
    if value == "reset":
        device.overrides.pop(name, None)
    elif re.fullmatch(pattern, value):
        device.overrides[name] = value
    else:
        raise Usage(f"Error: bad {name} {value}")
