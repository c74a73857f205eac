"""Ports for servers of one's own."""

import random
import socket

#: Below what systems hand out by themselves (Linux from 32768, macOS from 49152): a port that was free a
#: moment ago is not taken meanwhile by somebody's outgoing connection.
QUIET = range(20_000, 32_000)
_dice = random.SystemRandom()  # tests seed the common one


def free_port(count: int = 1) -> int:
    """The first of `count` ports in a row free on the loopback. OSError: there are none."""
    for _ in range(1000):
        first = _dice.randrange(QUIET.start, QUIET.stop - count)
        if all(is_free("127.0.0.1", port) for port in range(first, first + count)):
            return first
    raise OSError(f"no {count} free ports in a row between {QUIET.start} and {QUIET.stop}")


def is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port in TIME_WAIT is free
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
