"""Every page, by a role that has it: reachable from the navigation, and without a fault that axe can see."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.tools import violations

EVERYBODY = ["Home", "Phones", "Episodes"]
AGENTS = ["Campaigns", "Runs", "Agents"]
TRAINING = ["Jobs", "Datasets", "Checkpoints"]
NAVIGATION = {
    "annotator": [*EVERYBODY, "Tasks", "My demonstrations"],
    "reviewer": [*EVERYBODY, "Review"],
    "evaluator": [*EVERYBODY, "Grading"],
    "researcher": [*EVERYBODY, "Gallery", *AGENTS, *TRAINING],
    "lead": [
        *EVERYBODY,
        "Gallery",
        *AGENTS,
        "Guard rules",
        *TRAINING,
        "Tasks",
        "My demonstrations",
        "Review",
        "Audit log",
    ],
    "admin": [
        *EVERYBODY,
        *AGENTS,
        "Guard rules",
        *TRAINING,
        "Gallery",
        "Tasks",
        "My demonstrations",
        "Review",
        "Audit log",
        "People",
        "Django admin",
    ],
}

PAGES = {
    "/": "admin",
    "/tasks": "annotator",
    "/demonstrations": "annotator",
    "/review": "reviewer",
    "/review/{to_review}": "reviewer",
    "/episodes": "lead",
    "/episodes/{to_view}?step=2": "lead",
    "/phones": "lead",
    "/gallery": "researcher",
    "/gallery/org.phoneworld.notes": "researcher",
    "/grading": "evaluator",
    "/campaigns": "researcher",
    "/campaigns/{campaign}": "lead",
    "/runs": "researcher",
    "/runs/{run}": "lead",
    "/agents": "researcher",
    "/guard-rules": "lead",
    "/training": "researcher",
    "/training/new?base={checkpoint}": "researcher",
    "/training/{job}": "researcher",
    "/training/{job}?tab=samples": "researcher",
    "/training/{job}?tab=config": "researcher",
    "/training/datasets": "researcher",
    "/training/datasets/new": "researcher",
    "/training/checkpoints": "researcher",
    "/training/checkpoints/{checkpoint}": "researcher",
    "/account": "annotator",
    "/people": "admin",
    "/audit": "admin",
    "/no-such-page": "annotator",
}


@pytest.fixture(scope="module")
def browser_of(browser, browser_context_args, signed_in):
    """`browser_of("lead")`: one for all tests that only look, as a person has who opens page after page."""
    kept: dict[str, BrowserContext] = {}

    def of(role: str) -> BrowserContext:
        if role not in kept:
            options = {"storage_state": signed_in(role), "reduced_motion": "reduce"}
            kept[role] = browser.new_context(**browser_context_args, **options)
        return kept[role]

    yield of
    for context in kept.values():
        context.close()


@pytest.fixture
def look(browser_of, watched):
    """`look("lead")`: a watched page of that person's."""
    opened: list[Page] = []

    def at(role: str) -> Page:
        opened.append(watched(browser_of(role).new_page()))
        return opened[-1]

    yield at
    for page in opened:
        page.close()


@pytest.mark.parametrize("role", NAVIGATION)
def test_navigation_shows_what_the_role_may_use(look, role):
    page = look(role)
    page.goto("/")
    links = page.get_by_role("navigation", name="Main").get_by_role("link")
    expect(links.first).to_be_visible()
    assert sorted(links.all_inner_texts()) == sorted(NAVIGATION[role])


@pytest.mark.parametrize("path", PAGES)
def test_page_is_sound_on_wide_and_narrow_screens_light_and_dark(look, platform, path):
    page = look(PAGES[path])
    page.goto(path.format(**platform.seeded))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("[aria-label=Loading]")).to_have_count(0)
    for scheme, width in (("light", 1440), ("dark", 390)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        assert violations(page) == []
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(overflow) <= 0


def test_a_page_of_another_role_says_so(look):
    page = look("annotator")
    page.goto("/people")
    expect(page.get_by_role("heading", name="This page is not for your role")).to_be_visible()


def test_the_api_has_a_page_of_its_own(look):
    page = look("researcher")
    page.goto("/api/docs")
    expect(page.get_by_role("heading", name="PhoneBuddy")).to_be_visible()


def test_the_keyboard_begins_at_the_heading_and_can_skip_the_navigation(as_user):
    page = as_user("annotator")
    page.goto("/tasks")
    expect(page.get_by_role("heading", name="Tasks")).to_be_focused()
    skip = page.get_by_role("link", name="Skip to the content")
    skip.focus()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_the_chosen_theme_follows_the_person(as_user):
    page = as_user("researcher")
    page.goto("/")
    page.get_by_role("button", name="Account menu").click()
    page.get_by_role("menuitem", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    elsewhere = as_user("researcher")
    elsewhere.goto("/")
    expect(elsewhere.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
