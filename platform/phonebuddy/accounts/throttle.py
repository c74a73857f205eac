"""Slows down whoever guesses passwords: failures are counted per name and address, and per address."""

from collections.abc import Callable
from typing import Any

from django.core.cache import cache

from phonebuddy.api.errors import Refused

WINDOW_S = 15 * 60
PER_NAME, PER_ADDRESS = 8, 60


class TooManyFailures(Refused):
    status = 429


def _keys(username: str, address: str) -> list[tuple[str, int]]:
    return [
        (f"sign-in:{address}:{username.lower()[:150]}", PER_NAME),
        (f"sign-in:{address}", PER_ADDRESS),
    ]


def guarded(username: str, address: str, attempt: Callable[[], Any]) -> Any:
    """What `attempt` finds; nothing counts as a wrong password. TooManyFailures after too many of these."""
    _check(username, address)
    found = attempt()
    (_succeeded if found else _failed)(username, address)
    return found


def _check(username: str, address: str) -> None:
    if any(cache.get(key, 0) >= limit for key, limit in _keys(username, address)):
        raise TooManyFailures("Too many wrong passwords. Wait a quarter of an hour.", "too_many_failures")


def _failed(username: str, address: str) -> None:
    for key, _ in _keys(username, address):
        cache.add(key, 0, WINDOW_S)
        cache.incr(key)


def _succeeded(username: str, address: str) -> None:
    cache.delete(_keys(username, address)[0][0])
