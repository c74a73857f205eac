"""Addresses as the browser must write them."""

from urllib.parse import urlsplit


def seen_by(request, url: str) -> str:
    """`url` with a host of `*` replaced by the name under which the browser reached us: a session cookie goes
    back to that name only, so `localhost`, `127.0.0.1` and a name on the network must not be mixed."""
    if "//*" not in url:
        return url
    host = urlsplit(f"//{request.get_host()}").hostname or "127.0.0.1"
    return url.replace("//*", f"//[{host}]" if ":" in host else f"//{host}", 1)
