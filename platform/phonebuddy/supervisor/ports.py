"""Free ports, with a word about those that are taken."""

from collections.abc import Callable

from devices.ports import is_free


def pick(what: str, host: str, wanted: int, tell: Callable[[str], None], count: int = 1) -> int:
    """The first of `count` free ports in a row, at `wanted` or further up."""
    port = wanted
    while port + count <= 65536:
        taken = next((p for p in range(port, port + count) if not is_free(host, p)), None)
        if taken is None:
            if port != wanted:
                tell(f"Port {wanted} ({what}) is taken by another program; using {port} instead.")
            return port
        port = taken + 1
    raise SystemExit(f"There is no free port for {what} above {wanted}.")
