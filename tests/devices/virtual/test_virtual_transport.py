"""The transport itself: odd packets, many connections, clients that vanish."""

import asyncio
import os
import struct

import pytest
from lab import RawAdb, eventually

from devices.virtual.adbd import AUTH, CLSE, CNXN, OKAY, OPEN, WRTE


def test_old_clients_get_checksums_and_new_ones_none(lab, device):
    async def talk(version):
        raw = await RawAdb.connect(device.port, version)
        assert raw.first[0] == CNXN and raw.first[1] == version and b"features=shell_v2" in raw.first[3]
        assert await raw.output("shell:echo hi") == b"hi\n"
        raw.close()

    lab.run(talk(0x01000000))
    lab.run(talk(0x01000001))


def test_a_wrong_checksum_ends_the_connection(lab, device):
    async def talk():
        raw = await RawAdb.connect(device.port, 0x01000000)
        raw.send(OPEN, 1, 0, b"shell:echo hi\0", checksum=1)
        assert await raw.reader.read() == b""

    lab.run(talk())


@pytest.mark.parametrize(
    "junk",
    [
        b"GET / HTTP/1.1\r\nHost: phone\r\n\r\n",
        b"\0" * 24,
        os.urandom(4096),
        struct.pack("<6I", CNXN, 0, 0, 1 << 30, 0, CNXN ^ 0xFFFFFFFF),
    ],
)
def test_junk_does_not_hurt_the_process(lab, device, junk):
    async def talk():
        bad = await RawAdb.connect(device.port, handshake=False)
        bad.writer.write(junk)
        assert await asyncio.wait_for(bad.reader.read(), 10) == b""
        good = await RawAdb.connect(device.port)
        assert await good.output("shell:echo alive") == b"alive\n"
        good.close()

    lab.run(talk())


def test_packets_for_streams_that_are_not(lab, device):
    async def talk():
        raw = await RawAdb.connect(device.port, 0x01000001)
        raw.send(OKAY, 77, 88)
        raw.send(CLSE, 77, 88)
        raw.send(WRTE, 77, 88, b"x")
        assert (await raw.packet())[:3] == (CLSE, 0, 77)
        raw.send(OPEN, 0, 0, b"shell:echo\0")
        assert (await raw.packet())[0] == CLSE
        raw.send(0x41424344, 1, 2)
        raw.next_id = 5
        assert await raw.output("shell:echo ok") == b"ok\n"

    lab.run(talk())


def test_unknown_services_are_refused(lab, device):
    async def talk():
        raw = await RawAdb.connect(device.port, 0x01000001)
        for name in (
            "localabstract:none",
            "tcp:80",
            "jdwp:1",
            "nonsense",
            "",
            "\udcff\udcfe".encode("utf-8", "surrogateescape").decode("latin-1"),
        ):
            assert await raw.open(name) is None
        raw.close()

    lab.run(talk())


def test_nothing_is_served_before_the_handshake(lab, device):
    async def talk():
        raw = await RawAdb.connect(device.port, 0x01000000, handshake=False)
        raw.send(OPEN, 1, 0, b"shell:echo hi\0")
        raw.send(CNXN, 0x01000000, 4096, b"host::\0")
        assert (await raw.packet())[0] == CNXN
        raw.close()

    lab.run(talk())


def test_one_write_in_flight_and_no_close_before_it_is_taken(lab, device):
    async def talk():
        raw = await RawAdb.connect(device.port, 0x01000001)
        local, remote = await raw.open("shell:echo one; echo two")
        command, _, _, data = await raw.packet()
        assert (command, data) == (WRTE, b"one\n")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(raw.reader.read(1), 0.3)
        raw.send(OKAY, local, remote)
        assert (await raw.packet())[3] == b"two\n"
        raw.send(OKAY, local, remote)
        assert (await raw.packet())[0] == CLSE
        raw.close()

    lab.run(talk())


def test_a_hundred_connections_at_once(lab, device):
    async def one(number):
        raw = await RawAdb.connect(device.port, 0x01000001)
        assert (
            await raw.output(f"shell:echo {number}; getprop ro.product.model")
            == f"{number}\nPhoneWorld\n".encode()
        )
        raw.close()

    async def all_of_them():
        await asyncio.gather(*(one(number) for number in range(100)))

    lab.run(all_of_them())
    eventually(lambda: not device.transports)


def test_a_hundred_streams_on_one_connection(adb, client):
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda number: client.shell(f"echo {number}"), range(100)))
    assert answers == [str(number) for number in range(100)]


def test_a_client_that_vanishes_leaves_nothing_running(lab, device):
    async def talk():
        raw = await RawAdb.connect(device.port, 0x01000001)
        await raw.open("shell:logcat")
        raw.writer.transport.abort()

    lab.run(talk())
    eventually(lambda: not device.transports and not device.processes.commands)


def test_a_peer_that_ignores_flow_control_loses_its_stream(lab, device):
    async def talk():
        raw = await RawAdb.connect(device.port, 0x01000001)
        local, remote = await raw.open("shell:sleep 600")
        for _ in range(50):
            raw.send(WRTE, local, remote, b"x" * 1000)
        while (await raw.packet())[0] != CLSE:
            pass
        raw.close()

    lab.run(talk())


@pytest.mark.parametrize(
    "request_",
    [b"SEND\xff\xff\xff\xff", b"NOPE\0\0\0\0", b"STAT\1\0\0\0", b"SEND\6\0\0\0/sdca,DATA\xff\xff\xff\xff"],
)
def test_broken_sync_requests(lab, device, request_):
    async def talk():
        raw = await RawAdb.connect(device.port, 0x01000001)
        local, remote = await raw.open("sync:")
        raw.send(WRTE, local, remote, request_)
        command, *_ = await raw.packet()
        if command == OKAY and request_ != b"STAT\1\0\0\0":
            assert (await raw.packet())[3][:4] == b"FAIL"
        raw.close()

    lab.run(talk())


def test_unauthorised_asks_for_keys_and_never_takes_one(lab, device):
    lab.call(device.faults.set, "unauthorised")

    async def talk():
        raw = await RawAdb.connect(device.port, 0x01000001)
        assert raw.first[0] == AUTH
        raw.send(AUTH, 2, 0, b"s" * 256)
        assert (await raw.packet())[0] == AUTH
        raw.send(AUTH, 3, 0, b"key\0")
        raw.send(OPEN, 1, 0, b"shell:echo\0")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(raw.reader.read(1), 0.3)
        device.faults.set("unauthorised", "off")
        assert (await raw.packet())[0] == CNXN
        assert await raw.output("shell:echo in") == b"in\n"
        raw.close()

    lab.run(talk())
