"""From demonstrations to a trained checkpoint without a shell: a dataset, and SFT on it, in the browser.

With the real trainer and the starter model, made tiny: the way is open, though nothing is learnt.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tools import violations

pytestmark = pytest.mark.timeout(600)
LONG = 240_000  # ms: a trainer begins by loading torch, on a machine that may be busy


def fill(page: Page, **values) -> None:
    """Settings by their labels; groups that are folded away are unfolded."""
    expect(page.get_by_role("combobox", name="What to do")).to_be_visible(timeout=LONG)
    folded = page.locator(".mantine-Accordion-control[aria-expanded=false]")
    while folded.count():
        folded.first.click()
    for label, value in values.items():
        page.get_by_role("textbox", name=label.replace("_", " "), exact=True).fill(str(value))


def start(page: Page) -> None:
    """Start the job, once its estimate is there, and wait for its end."""
    estimate = page.get_by_role("region", name="Estimate")
    expect(estimate).to_contain_text(re.compile("under a minute|about"), timeout=LONG)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile("/training/[0-9a-f-]{36}"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Done", timeout=LONG)


def test_from_demonstrations_to_a_checkpoint(as_user):
    page = as_user("researcher")

    # A dataset of the oracle's demonstrations.
    page.goto("/training/datasets")
    page.get_by_role("link", name="New dataset").first.click()
    page.get_by_role("textbox", name="Name", exact=True).fill("Flow demonstrations")
    page.get_by_text("Shown by the oracle").click()
    page.get_by_label("Demonstrations", exact=True).fill("6")
    expect(page.get_by_role("region", name="Preview")).to_contain_text("6 episodes", timeout=LONG)
    page.get_by_role("button", name="Build and freeze").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Frozen", timeout=LONG)
    page.get_by_role("tab", name="Episodes").click()
    expect(page.get_by_role("article").get_by_role("list", name="Steps")).to_be_visible()
    assert violations(page) == []

    # SFT on it.
    page.get_by_role("link", name="Train on it").click()
    fill(page, Max_steps=2, Batch_rows=8, Rows_at_once=8, Threads=1, Name="Flow SFT")
    start(page)
    expect(page.get_by_role("list", name="Loss: values")).to_be_visible()
    assert violations(page) == []
