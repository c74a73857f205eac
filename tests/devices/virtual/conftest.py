import adbutils
import pytest
from fake_phone import FakePhone
from lab import Adb, AdbServer, Lab, Scrcpy


@pytest.fixture(scope="session")
def lab():
    lab = Lab()
    yield lab
    lab.close()


@pytest.fixture(scope="session")
def adb_server(tmp_path_factory):
    server = AdbServer(tmp_path_factory.mktemp("adb"))
    yield server
    server.close()


@pytest.fixture
def phone():
    return FakePhone()


@pytest.fixture
def device(lab, phone):
    """A virtual phone that listens; `device.port` is where."""
    device, device.port = lab.start(phone)
    yield device
    lab.stop(device)


@pytest.fixture
def adb(adb_server, device):
    """The phone, connected to the private adb server."""
    serial = f"127.0.0.1:{device.port}"
    adb_server.run("connect", serial)
    yield Adb(adb_server, serial)
    adb_server.run("disconnect", serial, check=False)


@pytest.fixture
def client(adb):
    """The phone through adbutils."""
    return adbutils.AdbClient("127.0.0.1", adb.server.port).device(adb.serial)


@pytest.fixture
def scrcpy(adb):
    """Starts scrcpy clients: scrcpy(options, video=…, control=…)."""
    started = []

    def start(options="", **kinds):
        started.append(Scrcpy(adb, options, **kinds))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.fixture
def sh(lab, device):
    """Runs a shell line without adb; returns (output, errors, status)."""
    from devices.virtual.shell.interpreter import Shell
    from devices.virtual.shell.streams import Sink, Source

    def run(line, stdin=b""):
        out, err = Sink(), Sink()
        status = lab.run(Shell(device).run(line, Source(stdin), out, err))
        return out.data.decode(), err.data.decode(), status

    return run
