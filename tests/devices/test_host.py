"""The device host as a process, and what the admin shows of it."""

import os
import signal
import subprocess
import sys
import urllib.request

import psutil
import pytest
from django.db import connection
from live_phones import wait_for

from devices.models import Device, DeviceHost
from devices.ports import free_port
from tests.patience import PATIENCE_S
from tests.running import ROOT

pytestmark = pytest.mark.django_db(transaction=True)


def database_url() -> str:
    """The run's own database server, but the database of this test process."""
    return os.environ["DATABASE_URL"].rpartition("/")[0] + "/" + connection.settings_dict["NAME"]


def answers(port: int) -> bool:
    try:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).status == 200
    except OSError:
        return False


@pytest.fixture
def command(transactional_db, services, own_phone):
    """`manage.py devicehost` on the test database, with a phone to find."""
    port, adb_port = free_port(), free_port()
    environment = dict(
        os.environ,
        DATABASE_URL=database_url(),
        PHONEBUDDY_ADB_SERVER_PORT=str(adb_port),
        PHONEBUDDY_ADB_CONNECT=own_phone.serial,
        PHONEBUDDY_HOST_NAME="by command",
    )
    process = subprocess.Popen(
        [sys.executable, "manage.py", "devicehost", "--port", str(port)], cwd=ROOT, env=environment
    )
    yield process, port
    process.kill()
    process.wait()


def test_the_command_finds_phones_and_leaves_nothing_behind(command, own_phone):
    process, port = command
    wait_for(lambda: answers(port), what="the health answer")
    phone = wait_for(Device.objects.filter(serial=own_phone.serial, state="online").first, what="the phone")
    assert phone.host.name == "by command"
    children = psutil.Process(process.pid).children(recursive=True)
    assert any("adb" in child.name() for child in children)
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_S) == 0
    assert not any(child.is_running() for child in children)


def test_a_killed_host_takes_its_adb_server_along(command):
    process, port = command
    wait_for(lambda: answers(port), what="the health answer")
    children = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    wait_for(lambda: not any(child.is_running() for child in children), 30, "the end of the adb server")


def test_the_admin_shows_hosts_phones_and_leases(admin_user, device, annotator, client):
    from devices import services

    services.lease_device(annotator, device)
    client.force_login(admin_user)
    for page in ("devicehost", "device", "lease"):
        listed = client.get(f"/admin/devices/{page}/")
        assert listed.status_code == 200
    assert client.get(f"/admin/devices/device/{device.pk}/change/").status_code == 200
    assert client.get("/admin/devices/lease/add/").status_code == 403
    assert DeviceHost.objects.count() == 1


def test_the_worker_ends_dead_leases(device, annotator):
    from datetime import timedelta

    from django.utils import timezone

    from devices import services
    from devices.tasks import expire_leases

    lease = services.lease_device(annotator, device)
    hour_ago = timezone.now() - timedelta(hours=1)
    type(lease).objects.update(started_at=hour_ago, expires_at=hour_ago)
    assert expire_leases() == 1
