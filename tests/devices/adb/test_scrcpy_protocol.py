"""scrcpy 3.3.4 byte for byte, and what is refused before it reaches a phone."""

import hashlib

import pytest

from devices.adb.scrcpy import h264, options, protocol
from devices.adb.scrcpy.jar import JarRefused, ServerJar, bundled_jar


def test_touch_is_32_bytes_in_the_documented_order():
    message = protocol.touch(protocol.DOWN, 3, 100, 200, 540, 1200)
    assert message == bytes.fromhex("0200000000000000000300000064000000c8021c04b0ffff0000000000000000")
    assert protocol.touch(protocol.UP, 3, 100, 200, 540, 1200)[22:24] == b"\0\0", (
        "a lifted finger has no pressure"
    )


def test_keycode_text_and_clipboard():
    assert protocol.keycode(1, 66, meta=0x1001) == bytes.fromhex("0001000000420000000000001001")
    assert protocol.text("hé") == b"\x01\0\0\0\x03h\xc3\xa9"
    assert (
        protocol.set_clipboard(5, "你", True)
        == b"\x09" + (5).to_bytes(8, "big") + b"\x01\0\0\0\x03\xe4\xbd\xa0"
    )
    assert protocol.get_clipboard() == b"\x08\0"


def test_scroll_carries_sixteenths_and_clamps():
    message = protocol.scroll(1, 2, 3, 4, 0, -1)
    assert message == bytes.fromhex("030000000100000002000300040000f80000000000")
    assert protocol.scroll(1, 2, 3, 4, 0, 99)[15:17] == b"\x7f\xff"


def test_small_messages():
    assert protocol.rotate() == b"\x0b"
    assert protocol.reset_video() == b"\x11"
    assert protocol.start_app("com.a") == b"\x10\x05com.a"
    assert protocol.back_or_screen_on(0) == b"\x04\0"


def test_text_beyond_the_limit_is_refused():
    with pytest.raises(ValueError):
        protocol.text("x" * 301)


@pytest.mark.parametrize(
    ("flags", "expected"),
    [(1 << 63, (0, False, True)), ((1 << 62) | 77, (77, True, False)), (77, (77, False, False))],
)
def test_frame_header(flags, expected):
    header = flags.to_bytes(8, "big") + (9).to_bytes(4, "big")
    assert protocol.parse_header(header) == (*expected, 9)


@pytest.mark.parametrize("size", [0, 1 << 30])
def test_an_impossible_frame_size_means_the_stream_is_out_of_step(size):
    with pytest.raises(ValueError):
        protocol.parse_header(bytes(8) + size.to_bytes(4, "big"))


async def test_device_messages():
    async def read_from(data):
        at = [0]

        async def read(count):
            at[0] += count
            return data[at[0] - count : at[0]]

        return await protocol.read_device_message(read)

    assert await read_from(b"\0\0\0\0\x02hi") == (protocol.CLIPBOARD, "hi")
    assert await read_from(b"\x01" + (9).to_bytes(8, "big")) == (protocol.ACK_CLIPBOARD, 9)
    assert await read_from(b"\x02\0\x01\0\x02xy") == (protocol.UHID_OUTPUT, None)
    with pytest.raises(ValueError):
        await read_from(b"\x09")


@pytest.mark.parametrize(
    "bad",
    [
        {"max_fps": "30; reboot"},
        {"video_encoder": "a b"},
        {"video_codec": "av1"},
        {"tunnel_forward": "false"},
        {"log_level": "info\nrm"},
        {"new_display": "1"},
        {"max_size": "$(id)"},
    ],
)
def test_options_outside_the_allow_list_never_reach_the_phones_shell(bad):
    with pytest.raises(options.OptionRefused):
        options.command("3.3.4", "/data/local/tmp/x.jar", 1, bad)


def test_the_command_line_scrcpy_expects():
    line = options.command("3.3.4", "/data/local/tmp/x.jar", 0xABC, {"max_fps": 15, "stay_awake": False})
    assert line.startswith(
        "CLASSPATH=/data/local/tmp/x.jar app_process / com.genymobile.scrcpy.Server 3.3.4 "
    )
    for option in ("scid=00000abc", "tunnel_forward=true", "audio=false", "max_fps=15", "stay_awake=false"):
        assert f" {option}" in line


def test_the_bundled_server_is_the_expected_file():
    jar = bundled_jar()
    assert hashlib.sha256(jar.read()).hexdigest().startswith("8588238c")


def test_another_file_is_refused(tmp_path):
    other = tmp_path / "server"
    other.write_bytes(b"something else")
    with pytest.raises(JarRefused, match="SHA-256"):
        ServerJar(other).read()
    with pytest.raises(JarRefused, match="cannot read"):
        ServerJar(tmp_path / "none").read()


@pytest.mark.parametrize(
    ("width", "height"), [(540, 1200), (1200, 540), (1080, 2400), (544, 1200), (720, 1600)]
)
@pytest.mark.parametrize("profile", ["baseline", "high"])
def test_the_size_is_read_from_what_an_encoder_writes(width, height, profile):
    import av

    encoder = av.CodecContext.create("libx264", "w")
    encoder.width, encoder.height, encoder.pix_fmt, encoder.framerate = width, height, "yuv420p", 30
    encoder.options = {"profile": profile}
    encoder.flags |= av.codec.context.Flags.global_header
    encoder.open()
    sps = h264.find_sps(bytes(encoder.extradata))
    assert (sps.width, sps.height) == (width, height)
    assert sps.codec_string.startswith("avc1.42" if profile == "baseline" else "avc1.64")


def test_units_of_both_start_code_lengths():
    assert h264.units(b"\0\0\0\1\x67ab\0\0\1\x68c") == [b"\x67ab", b"\x68c"]
    assert h264.find_sps(b"\0\0\1\x68c") is None
