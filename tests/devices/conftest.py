"""Phones for the tests: rows alone, or a virtual phone behind the real adb, with a device host in front."""

import asyncio
import os
import subprocess
from datetime import timedelta

import pytest
from live_phones import LiveHost, PhoneProcess

from devices.ports import free_port


@pytest.fixture
def device_host(db):
    from django.utils import timezone

    from devices.models import DeviceHost

    seen = timezone.now() + timedelta(days=1)
    return DeviceHost.objects.create(name="test", stream_url="ws://127.0.0.1:8001", last_seen_at=seen)


@pytest.fixture
def make_device(device_host):
    """`make_device(name="Pixel", state="online", …)`: a row, without any phone behind it."""
    from devices.models import Device

    def make(name: str = "Pixel 1", state: str = "online", **fields) -> Device:
        fields.setdefault("serial", name)
        return Device.objects.create(host=device_host, name=name, state=state, **fields)

    return make


@pytest.fixture
def device(make_device):
    return make_device()


@pytest.fixture(scope="session")
def adb_port():
    """A private adb server for the whole run."""
    from devices.adb.server import adb_binary

    port = free_port()
    server = subprocess.Popen(
        [str(adb_binary()), "-P", str(port), "nodaemon", "server"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=dict(os.environ, ADB_MDNS_AUTO_CONNECT="0", ADB_USB="0"),
    )
    yield port
    server.kill()
    server.wait()


@pytest.fixture(scope="session")
def shared_phone():
    """One virtual phone for all tests that leave it as they found it."""
    phone = PhoneProcess(free_port(), "--seed", "7").start()
    yield phone
    phone.kill()


@pytest.fixture
def own_phone(adb_port):
    """A virtual phone that the test may kill and start again."""
    from devices.adb.client import AdbClient

    phone = PhoneProcess(free_port(), "--seed", "8").start()
    yield phone
    phone.kill()
    asyncio.run(AdbClient(adb_port).disconnect(phone.serial))


@pytest.fixture
def live_host(transactional_db, services, adb_port):
    """`live_host(phone, …)`: a running host for these phones."""
    from django.db import connections

    running = []

    def start(*phones: PhoneProcess, port: int = adb_port) -> LiveHost:
        running.append(LiveHost(port, [phone.serial for phone in phones]).start())
        return running[-1]

    yield start
    for host in running:
        host.stop()
    connections.close_all()


@pytest.fixture
def cookie_for(db):
    """The Cookie header of a signed-in browser."""
    from concurrent.futures import ThreadPoolExecutor

    from django.conf import settings
    from django.db import connection
    from django.test import Client

    def sign_in(user) -> str:
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        connection.close()
        return f"{name}={client.cookies[name].value}"

    def make(user) -> str:
        # In a thread: tests call it from their coroutines, where Django's database may not be used.
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(sign_in, user).result()

    return make
