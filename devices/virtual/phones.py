"""A process of virtual phones: one asyncio loop, each phone an adbd on its own port."""

import argparse
import asyncio
import contextlib
import json
import logging
import os
import signal

from devices.virtual.adbd import listen
from devices.virtual.device import VirtualDevice
from devices.virtual.faults import KINDS
from devices.virtual.services import serve

MAX_PHONES = 500
PROFILES = ("none", "mild", "realistic", "hostile")


def add_arguments(parser):
    """The options shared by `manage.py phones` and `python -m devices.virtual`."""
    parser.add_argument("--count", type=int, default=1, help="how many phones")
    parser.add_argument("--size", default="540x1200", help="screen, WIDTHxHEIGHT")
    parser.add_argument("--seed", type=int, default=1, help="the first phone's seed; the next ones count up")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument(
        "--base-port", type=int, default=6555, help="the first phone's port, the next ones count up; 0: any"
    )
    parser.add_argument(
        "--faults",
        default="",
        help=f"faults on from the start, comma-separated name[=value]: {', '.join(KINDS)}",
    )
    parser.add_argument("--dark", action="store_true", help="dark theme")
    parser.add_argument("--profile", choices=PROFILES, help="disturbances: none (as it is), mild, …")
    parser.add_argument(
        "--pace",
        type=float,
        default=float(os.environ.get("PHONEBUDDY_PHONE_PACE", "1")),
        help="how much faster than ours their time passes, so that less is waited for (also by the variable "
        "PHONEBUDDY_PHONE_PACE)",
    )
    parser.add_argument(
        "--stand-in",
        action="store_true",
        help="stand in for real phones: realistic disturbances; no state, verdict or reset through any door",
    )


def parse_size(text):
    width, _, height = text.partition("x")
    size = int(width), int(height)
    if not all(200 <= side <= 4096 for side in size):
        raise ValueError(f"size {text}: each side 200 to 4096")
    return size


def phoneworld_phone(seed, width, height, dark, profile="none"):
    from devices.phoneworld import Phone  # late: the mock phone's fonts and apps take a moment

    return Phone(seed=seed, width=width, height=height, dark=dark, profile=profile)


async def start_phones(options, make_phone=phoneworld_phone):
    """[(device, asyncio server)], listening."""
    width, height = parse_size(options.size)
    if not 1 <= options.count <= MAX_PHONES:
        raise ValueError(f"count: 1 to {MAX_PHONES}")
    profile = options.profile or ("realistic" if options.stand_in else "none")
    started = []
    for index in range(options.count):
        phone = make_phone(options.seed + index, width, height, options.dark, profile)
        device = VirtualDevice(phone, index, options.seed + index, options.stand_in, options.pace)
        for fault in filter(None, options.faults.split(",")):
            name, _, value = fault.partition("=")
            device.faults.set(name.strip(), value or "on")
        device.start()
        server = await listen(
            device, serve, options.host, options.base_port + index if options.base_port else 0
        )
        started.append((device, server))
    return started


def print_ready(phones: list[dict]) -> None:
    """One JSON line, for the program that started us."""
    print(json.dumps({"ready": True, "phones": phones}), flush=True)


async def run(options, make_phone=phoneworld_phone, ready=print_ready):
    """Serve until SIGTERM or SIGINT; tells `ready` when every phone listens."""
    started = await start_phones(options, make_phone)
    phones = []
    for device, server in started:
        host, port = server.sockets[0].getsockname()[:2]
        phones.append(
            {
                "serial": f"{host}:{port}",
                "port": port,
                "serialno": device.serialno,
                "seed": device.seed,
                "size": options.size,
            }
        )
    ready(phones)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError, RuntimeError):
            loop.add_signal_handler(number, stop.set)
    await stop.wait()
    for device, server in started:
        server.close()
        device.stop()


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="devices.virtual", description="Virtual phones that adb can connect to."
    )
    add_arguments(parser)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    asyncio.run(run(parser.parse_args(arguments)))
