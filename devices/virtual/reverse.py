"""`adb reverse`: addresses on the phone that lead back to the adb server's machine."""


def _fail(message):
    return b"FAIL" + f"{len(message):04x}{message}".encode()


def reverse_service(transport, request):
    """Answer one `reverse:` request (forward, killforward, killforward-all, list-forward)."""

    async def serve(stream):
        await stream.write(_answer(transport, request))

    return serve


def _answer(transport, request):
    table = transport.reverse
    verb, _, rest = request.partition(":")
    if verb == "list-forward":
        lines = "".join(
            f"host-{transport.device.serialno} {device} {host}\n" for device, host in table.items()
        )
        return f"{len(lines):04x}{lines}".encode()
    if verb == "killforward-all":
        table.clear()
        return b"OKAY"
    if verb == "killforward":
        if table.pop(rest, None) is None:
            return _fail(f"listener '{rest}' not found")
        return b"OKAY"
    if verb == "forward":
        norebind = rest.startswith("norebind:")
        device, separator, host = rest.removeprefix("norebind:").partition(";")
        if not separator:
            return _fail("bad forward: " + rest)
        if norebind and device in table:
            return _fail(f"cannot rebind existing socket: {device}")
        if device == "tcp:0":  # nothing on a mock phone listens on TCP, so any free number will do
            used = {int(name[4:]) for name in table if name.startswith("tcp:")}
            port = next(number for number in range(20000, 65536) if number not in used)
            table[f"tcp:{port}"] = host
            return b"OKAY" + f"{len(str(port)):04x}{port}".encode()
        table[device] = host
        if device.startswith("tcp:"):
            port = device[4:]
            return b"OKAY" + f"{len(port):04x}{port}".encode()
        return b"OKAY"
    return _fail("unknown reverse request: " + verb)
