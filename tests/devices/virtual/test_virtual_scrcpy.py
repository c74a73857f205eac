"""The scrcpy server, by its protocol."""

import struct
import time

import av
import numpy as np
import pytest
from lab import eventually

DOWN, UP, MOVE = 0, 1, 2


class Decoder:
    def __init__(self):
        self.codec = av.CodecContext.create("h264", "r")
        self.codec.thread_type = "NONE"
        self.codec.flags |= av.codec.context.Flags.low_delay

    def __call__(self, data):
        return [frame.to_ndarray(format="rgb24") for frame in self.codec.decode(av.Packet(data))]


def clipboard(text, sequence=0, paste=0):
    data = text.encode()
    return struct.pack(">BqBI", 9, sequence, paste, len(data)) + data


def test_first_packets(scrcpy):
    client = scrcpy()
    assert (client.name, client.codec, client.width, client.height) == ("PhoneWorld", b"h264", 544, 1200)
    config, key = client.packet(), client.packet()
    assert config[0] and config[2] == 0 and config[3].startswith(b"\0\0\0\1\x67")
    assert key[1] and not key[0]
    assert key[3][4] & 0x1F == 5 or b"\0\0\1\x65" in key[3] or b"\0\0\0\1\x65" in key[3]  # an IDR picture


def test_a_touch_changes_the_picture_that_is_decoded(scrcpy, phone):
    client, decode = scrcpy(), Decoder()
    config, key = client.packet(), client.packet()
    frame = decode(config[3] + key[3])[0]
    x, y = 272 + 2, 600  # two columns are repeated at the left edge
    colour = phone.pixels()[600, 272, :3].astype(int)
    assert np.abs(frame[y, x] - colour).max() < 12
    client.touch(DOWN, 274, 600)
    client.touch(UP, 274, 600)

    def changed(packet):
        nonlocal frame
        frame = (decode(packet[3]) or [frame])[-1]
        return np.abs(frame[y, x] - np.array([70, 30, 220])).max() < 12

    client.packets_until(changed)
    assert phone.touches == [("down", 272, 600, 0), ("up", 272, 600, 0)]


def test_a_still_screen_sends_nothing(scrcpy):
    client = scrcpy()
    assert client.still() <= 5
    assert client.still() == 0


def test_touch_for_another_size_is_dropped(scrcpy, phone):
    client = scrcpy()
    client.touch(DOWN, 10, 10, size=(100, 100))
    client.touch(DOWN, 20, 20)
    eventually(lambda: phone.touches)
    assert [touch[1] for touch in phone.touches] == [20]


def test_fingers_are_numbered_and_lifted_when_the_client_vanishes(scrcpy, phone):
    client = scrcpy()
    client.touch(DOWN, 100, 100, pointer=-2)
    client.touch(DOWN, 200, 200, pointer=99)
    client.touch(MOVE, 210, 210, pointer=99)
    client.touch(MOVE, 1, 1, pointer=12345)  # a finger that never came down
    eventually(lambda: len(phone.touches) == 3)
    assert [touch[3] for touch in phone.touches] == [0, 1, 1]
    client.close()
    eventually(lambda: not phone.fingers)
    assert {touch[0] for touch in phone.touches[3:]} == {"cancel"}


def test_rotation_restarts_the_encoder_and_old_touches_are_dropped(scrcpy, phone):
    client = scrcpy()
    client.still()
    client.control.sendall(b"\x0b")
    config = client.packets_until(lambda packet: packet[0])
    key = client.packet()
    assert key[1]
    frame = Decoder()(config[3] + key[3])[0]
    assert frame.shape[:2] == (544, 1200)
    client.touch(DOWN, 10, 10)
    client.touch(DOWN, 10, 10, size=(1200, 544))
    eventually(lambda: phone.touches)
    assert len(phone.touches) == 1


def test_reset_video_sends_configuration_and_key(scrcpy):
    client = scrcpy()
    client.still()
    client.control.sendall(b"\x11")
    assert client.packet()[0] and client.packet()[1]


def test_clipboard_both_ways(scrcpy, phone, lab):
    client = scrcpy(video=False)
    client.control.sendall(clipboard("ünï 好", sequence=9, paste=1))
    assert client.control.recv(9) == struct.pack(">Bq", 1, 9)
    assert phone.clipboard == "ünï 好" and phone.text == "ünï 好"
    client.control.sendall(clipboard("quiet"))  # sequence 0: no answer wanted
    eventually(lambda: phone.clipboard == "quiet")
    phone.clipboard = "from the phone"
    kind, size = struct.unpack(">BI", client._exactly(client.control, 5))
    assert kind == 0 and client._exactly(client.control, size) == b"from the phone"


def test_get_clipboard_answers_where_autosync_is_off(scrcpy, phone):
    client = scrcpy("clipboard_autosync=false", video=False)
    phone.text = "copied"
    client.control.sendall(b"\x08\x01")
    kind, size = struct.unpack(">BI", client._exactly(client.control, 5))
    assert kind == 0 and client._exactly(client.control, size) == b"copied"


def test_text_keys_wheel_and_apps(scrcpy, phone):
    client = scrcpy(video=False)
    text = "a é好!\n".encode()
    client.control.sendall(struct.pack(">BI", 1, len(text)) + text)
    client.control.sendall(struct.pack(">BBiii", 0, 0, 29, 0, 1) + struct.pack(">BBiii", 0, 1, 29, 0, 1))
    client.control.sendall(struct.pack(">BBiii", 0, 0, 29, 0, 0x1000))
    client.control.sendall(struct.pack(">BiiHHhhi", 3, 10, 20, 544, 1200, 0, -0x8000 // 16, 0))
    client.control.sendall(b"\x04\x00\x04\x01\x05\x06\x07\x0f" + bytes([16, 6]) + b"?Notes")
    eventually(lambda: phone.foreground["package"] == "com.fake.notes")
    assert phone.text == "a é!A"
    assert phone.keys[:3] == [
        ("ENTER", {}),
        ("A", {"ctrl": True, "shift": False, "alt": False}),
        ("BACK", {}),
    ]
    assert [name for name, _ in phone.keys[3:]] == ["NOTIFICATION", "BACK", "NOTIFICATION", "BACK"]
    assert ("wheel", 10, 20, (0.0, -1.0)) in phone.touches
    assert phone.shade is None
    client.control.sendall(bytes([16, 15]) + b"+com.fake.notes" + bytes([16, 4]) + b"none" + b"\x0a\x00")
    client.control.sendall(
        b"\x0c"
        + struct.pack(">HHH", 1, 2, 3)
        + b"\x02kb"
        + b"\0\3abc"
        + b"\x0d\0\1\0\2xy"
        + b"\x0e\0\1"
        + clipboard("z", 3)
    )
    assert client._exactly(client.control, 9) == struct.pack(">Bq", 1, 3)


def test_an_unknown_message_ends_the_server_and_only_that(scrcpy, adb):
    client = scrcpy()
    client.control.sendall(b"\xee")
    with pytest.raises((EOFError, ConnectionError)):
        client.packets_until(lambda packet: False)
    assert b"Unknown event type: 238" in client.process.stdout.read()
    assert adb.shell("echo alive") == "alive\n"


def test_sleeping_phone_is_woken_and_black_when_off(scrcpy, phone):
    phone.key("POWER")
    client, decode = scrcpy(), Decoder()
    eventually(lambda: phone.screen_on)
    client.still()
    client.control.sendall(struct.pack(">BBiii", 0, 0, 26, 0, 0))
    eventually(lambda: not phone.screen_on)
    client.control.sendall(b"\x11")
    config = client.packets_until(lambda packet: packet[0])
    frames = decode(config[3] + client.packet()[3])
    assert frames[0].max() < 20


def test_max_size_scales_and_other_options(scrcpy, phone):
    client = scrcpy("max_size=600 max_fps=10 video_bit_rate=500000 stay_awake=true")
    assert (client.width, client.height) == (272, 600)
    config, key = client.packet(), client.packet()
    frame = Decoder()(config[3] + key[3])[0]
    assert frame.shape == (600, 272, 3)
    client.touch(DOWN, 136, 300)
    eventually(lambda: phone.touches)
    assert phone.touches[0][1:3] == (270, 600)
    assert phone.settings.get("global", "stay_on_while_plugged_in") == "7"
    client.close()
    eventually(lambda: phone.settings.get("global", "stay_on_while_plugged_in") == "0")


def test_frames_wait_for_a_slow_reader_and_do_not_pile_up(scrcpy, phone, lab, device):
    client = scrcpy()
    client.packet()
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 255, (1200, 540, 4), dtype=np.uint8)
    phone.pixels = lambda: np.roll(noise, phone.version * 7, axis=0)
    for _ in range(100):  # the client reads nothing meanwhile
        lab.call(phone._changed)
        lab.call(device.touched)
        time.sleep(0.01)
    buffered = sum(transport._writer.transport.get_write_buffer_size() for transport in device.transports)
    assert buffered < 4 << 20
    client.packets_until(lambda packet: packet[3])


def test_the_server_refuses_what_the_real_one_refuses(adb):
    def launch(words):
        adb.shell("echo jar > /data/local/tmp/s.jar")
        return adb.shell(
            f"CLASSPATH=/data/local/tmp/s.jar app_process / com.genymobile.scrcpy.Server {words}"
        )

    assert "The server version (3.3.4) does not match the client (2.7)" in launch("2.7")
    assert "Invalid key=value pair" in launch("3.3.4 nonsense")
    assert "not supported" in launch("3.3.4 video_codec=av1")
    assert "ClassNotFoundException" in adb.shell(
        "CLASSPATH=/none app_process / com.genymobile.scrcpy.Server 3.3.4 2>&1"
    )
    assert "Notes" in launch("3.3.4 list_apps=true") and "com.fake.notes" in launch("3.3.4 list_apps=true")
    assert adb.shell("ls /data/local/tmp/s.jar 2>&1").endswith(
        "No such file or directory\n"
    )  # it removes itself


def test_an_app_that_fails_on_a_touch_does_not_end_the_session(scrcpy, phone):
    client = scrcpy(video=False)
    real, phone.key = phone.key, lambda name, **modifiers: 1 / 0
    client.control.sendall(b"\x04\x00" + clipboard("x", 5))
    assert client._exactly(client.control, 9) == struct.pack(">Bq", 1, 5)
    phone.key = real
