"""The whole platform, started once by `manage.py up` on free ports and in a folder of its own, and a browser.

Pages are looked at as a person would: signed in by role, with what the console says taken as a failure.
"""

import json
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.e2e.tools import PASSWORD
from tests.running import Up, chromium_path, prepared


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


@pytest.fixture
def as_user(platform, new_context):
    """`as_user("reviewer")`: a page with that person signed in; what breaks in it fails the test."""
    troubles: list[str] = []

    def enter(username: str, **context) -> Page:
        page = new_context(**context).new_page()
        page.on("pageerror", lambda error: troubles.append(f"{page.url}: {error}"))
        page.on("console", lambda said: said.type == "error" and troubles.append(f"{page.url}: {said.text}"))
        token = page.request.get("/api/session").json()["csrf_token"]
        answer = page.request.post(
            "/api/session", data={"username": username, "password": PASSWORD}, headers={"X-CSRFToken": token}
        )
        assert answer.ok, answer.text()
        return page

    yield enter
    assert not troubles
