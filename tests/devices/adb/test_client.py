"""The adb client against a scripted server: the bytes of the smart-socket protocol."""

import asyncio
import shlex
import struct

import pytest

from devices.adb.client import AdbClient, AdbError, AdbTimeout, AdbUnavailable, parse_devices, quote


class Script:
    """An adb server that expects services in order and answers with prepared bytes."""

    def __init__(self, *steps, hang_up=False):
        self.steps = list(steps)
        self.heard: list[str] = []
        self.hang_up = hang_up

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.client = AdbClient(self.server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *exc_info):
        self.server.close()

    async def serve(self, reader, writer):
        while self.steps:
            size = int(await reader.readexactly(4), 16)
            self.heard.append((await reader.readexactly(size)).decode())
            answer = self.steps.pop(0)
            if answer is None:
                await asyncio.sleep(30)
            writer.write(answer)
        if not self.hang_up:
            await reader.read()
        writer.close()


def block(text: str) -> bytes:
    return b"OKAY" + b"%04x" % len(text) + text.encode()


def packet(kind: int, data: bytes) -> bytes:
    return struct.pack("<BI", kind, len(data)) + data


async def test_lists_devices_with_their_states():
    async with Script(block("ab12\tdevice\n127.0.0.1:6555\toffline\n")) as adb:
        assert await adb.client.devices() == {"ab12": "device", "127.0.0.1:6555": "offline"}
        assert adb.heard == ["host:devices"]


async def test_a_refusal_carries_the_servers_words():
    failure = b"FAIL" + b"%04x" % 16 + b"device not found"
    async with Script(failure) as adb:
        with pytest.raises(AdbError, match="device not found"):
            await adb.client.device("x").shell(["ls"])


async def test_shell_splits_output_errors_and_exit_status():
    answer = b"OKAY" + packet(1, b"out") + packet(2, b"err") + packet(1, b"put") + packet(3, b"\x07")
    async with Script(b"OKAY", answer) as adb:
        result = await adb.client.device("s").shell(["cat", "a file; rm -rf /"])
        assert (result.stdout, result.stderr, result.code) == (b"output", b"err", 7)
        assert adb.heard == ["host:transport:s", "shell,v2,raw:cat 'a file; rm -rf /'"]
        with pytest.raises(AdbError, match="exit status 7: err"):
            result.check()


async def test_a_frozen_phone_is_a_timeout_not_a_hang():
    async with Script(b"OKAY", None) as adb:
        with pytest.raises(AdbTimeout):
            await adb.client.device("s").shell(["echo"], timeout=0.1)


async def test_no_server_is_told_apart():
    with pytest.raises(AdbUnavailable):
        await AdbClient(1).devices()


async def test_a_connection_that_breaks_in_the_middle_of_a_shell():
    async with Script(b"OKAY", b"OKAY" + b"\x01\xff", hang_up=True) as adb:
        with pytest.raises(AdbUnavailable):
            await adb.client.device("s").shell(["x"])


@pytest.mark.parametrize("nasty", ["$(reboot)", "a'b", "x\ny", "`id`", "; ls", "é 你好", "-rf", ""])
def test_quoting_keeps_one_argument_one(nasty):
    assert shlex.split(quote(["echo", nasty])) == ["echo", nasty]


def test_quoting_refuses_nul():
    with pytest.raises(ValueError):
        quote(["a\0b"])


def test_devices_text_without_devices():
    assert parse_devices("") == {}
