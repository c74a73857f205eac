"""The whole platform, started once by `manage.py up` on free ports and in a folder of its own, and a browser.

Pages are looked at as a person would: signed in by role, with what the console says taken as a failure.
"""

import json
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tools import PASSWORD
from tests.running import Up, chromium_path, prepared

expect.set_options(timeout=60_000)  # ms: the machine that runs this may be slow, or busy with other suites


def pytest_collection_modifyitems(items):
    """The longest first, or one process waits for the other's last test."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@dataclass
class Platform:
    """The running platform, where it listens, and what the seed has put in."""

    up: Up
    url: str
    seeded: dict[str, str]

    @property
    def run(self):
        return self.up.run


@pytest.fixture(scope="session")
def platform(tmp_path_factory) -> Platform:
    """`manage.py up` with two phones and the demo accounts, ended by Ctrl-C as a person would."""
    up = Up(prepared(tmp_path_factory.mktemp("up")), phones=2, phone_size="540x1200")
    try:
        yield Platform(up, up.address(), json.loads(up.run("tests/e2e/seed.py")))
    finally:
        up.end()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    # Chromium's own sandbox needs rights that root in a container does not have.
    return {**browser_type_launch_args, "executable_path": chromium_path(), "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args, platform):
    return {**browser_context_args, "base_url": platform.url, "viewport": {"width": 1440, "height": 900}}


@pytest.fixture(scope="session")
def signed_in(browser, browser_context_args, platform):
    """`signed_in("reviewer")`: cookies of that person's session. It is begun once: a password's hash is slow
    by design, and how one signs in is seen in tests of its own. One that was ended is begun anew."""
    kept: dict[str, dict] = {}

    def of(username: str) -> dict:
        context = browser.new_context(**browser_context_args, storage_state=kept.get(username))
        session = context.request.get("/api/session").json()
        if not session["user"]:
            answer = context.request.post(
                "/api/session", data={"username": username, "password": PASSWORD},
                headers={"X-CSRFToken": session["csrf_token"]},
            )  # fmt: skip
            assert answer.ok, answer.text()
            kept[username] = context.storage_state()
        context.close()
        return kept[username]

    return of


@pytest.fixture
def watched():
    """`watched(page)`: that page; what breaks in it fails the test."""
    troubles: list[str] = []

    def watch(page: Page) -> Page:
        page.on("pageerror", lambda error: troubles.append(f"{page.url}: {error}"))
        page.on("console", lambda said: said.type == "error" and troubles.append(f"{page.url}: {said.text}"))
        return page

    yield watch
    assert not troubles


@pytest.fixture
def as_user(signed_in, new_context, watched):
    """`as_user("reviewer")`: a watched page in a browser of its own, with that person signed in."""

    def enter(username: str) -> Page:
        return watched(new_context(storage_state=signed_in(username)).new_page())

    return enter
