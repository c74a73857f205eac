"""Stand-ins of this process's own, where there are no real phones: PhoneWorld behind adb, with disturbances.

They run in a process beside this one, behind a private adb server, and end with it. To whoever learns they
are phones over adb and nothing else.
"""

import asyncio
import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator

from devices.adb.client import AdbError
from devices.adb.server import AdbServer, die_with_parent
from devices.ports import free_port
from training.environments.base import EnvironmentFailed
from training.environments.loop import Loop
from training.environments.real import STAND_IN

READY_S = 60.0
PROFILE = "realistic"  # of disturbances


@contextlib.contextmanager
def stand_ins(
    count: int, seed: int = 1, loop: Loop | None = None, profile: str = "", size: str = "540x1200"
) -> Iterator[list[dict]]:
    """Rows as a job's phones have them: ``{"serial", "address", "adb_port", "kind", "name"}``."""
    own = loop is None
    loop = loop or Loop()
    command = [
        sys.executable, "-m", "devices.virtual", "--stand-in", "--count", str(count), "--seed", str(seed),
        "--base-port", "0", "--profile", profile or PROFILE, "--size", size,
    ]  # fmt: skip
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=die_with_parent
    )
    server = AdbServer(free_port())
    try:
        line = process.stdout.readline()
        if not line:
            raise EnvironmentFailed("the stand-ins did not start")
        serials = [phone["serial"] for phone in json.loads(line)["phones"]]
        loop.run(_connect(server, serials), READY_S)
        yield [
            {
                "serial": serial,
                "address": "127.0.0.1",
                "adb_port": server.port,
                "kind": STAND_IN,
                "name": str(number),
            }
            for number, serial in enumerate(serials, 1)
        ]
    except AdbError as error:
        raise EnvironmentFailed(f"the stand-ins cannot be reached: {error}") from error
    finally:
        with contextlib.suppress(Exception):
            loop.run(server.stop(), READY_S)
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.stdout.close()
        if own:
            loop.close()


async def _connect(server: AdbServer, serials: list[str]) -> None:
    await server.start()
    wanted = set(serials)
    while wanted:
        states = await server.client.devices()
        wanted = {serial for serial in wanted if states.get(serial) != "device"}
        for serial in wanted:
            await server.client.connect(serial)
        if wanted:
            await asyncio.sleep(0.1)
