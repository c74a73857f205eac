"""From demonstrations to a report without a shell: dataset, SFT, real-app and mixed RL, a measurement.

With the real trainer and the starter model, made tiny: the way is open, though nothing is learnt. Most of it
is done in the admin; real-app RL is started on the platform's own pages.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.seed_training import SUITE
from tests.e2e.tools import violations

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
LONG = 240_000  # ms: a trainer begins by loading torch, on a machine that may be busy
SMALL_RL = {
    "Steps": 1, "Goals": 6, "Groups": 2, "Group size": 2, "Mini batches": 1, "Refills": 0, "Step limit": 2,
    "Real-app phones": 1, "Rows at once": 8, "Threads": 1,
}  # fmt: skip


def unfold(page: Page, folded: str) -> None:
    groups = page.locator(folded)
    while groups.count():
        groups.first.click()


def start_in_admin(page: Page, name: str, values: dict[str, object]) -> None:
    """Fill the admin's form, start the job, and wait on its page, which follows it, for its end."""
    expect(page.get_by_role("region", name="Estimate")).to_contain_text("about")
    unfold(page, "details:not([open]) > summary")
    for label, value in {"Name": name, **values}.items():
        page.get_by_label(f"{label}:", exact=True).fill(str(value))
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".messagelist")).to_contain_text(name)
    expect(page.locator(".field-shown_state")).to_contain_text("Done", timeout=LONG)


def start_on_page(page: Page, values: dict[str, object]) -> None:
    """The same on the platform's own page."""
    expect(page.get_by_role("combobox", name="What to do")).to_be_visible(timeout=LONG)
    unfold(page, ".mantine-Accordion-control[aria-expanded=false]")
    for label, value in values.items():
        page.get_by_role("textbox", name=label, exact=True).fill(str(value))
    estimate = page.get_by_role("region", name="Estimate")
    expect(estimate).to_contain_text(re.compile("under a minute|about"), timeout=LONG)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile("/training/[0-9a-f-]{36}"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Done", timeout=LONG)


def test_from_demonstrations_to_a_report(as_user):
    page = as_user("researcher")

    # A dataset of the oracle's demonstrations.
    page.goto("/admin/")
    page.get_by_role("link", name="Datasets").first.click()
    page.get_by_role("link", name="New dataset").click()
    page.get_by_label("Name:").fill("Flow demonstrations")
    page.get_by_label("Oracles' demonstrations:").fill("6")
    page.get_by_role("button", name="Count").click()
    expect(page.get_by_role("region", name="What it would hold")).to_contain_text(re.compile(r"Episodes\s*6"))
    page.get_by_role("button", name="Make it").click()
    expect(page.locator(".field-shown_state")).to_contain_text("Frozen", timeout=LONG)
    page.get_by_role("link", name="Episodes, exports").click()
    page.get_by_role("tab", name="Episodes").click()
    expect(page.get_by_role("article").get_by_role("list", name="Steps")).to_be_visible()
    assert violations(page) == []
    page.go_back()

    # SFT on it.
    page.get_by_role("link", name="Train on this").click()
    start_in_admin(page, "Flow SFT", {"Max steps": 2, "Batch rows": 8, "Rows at once": 8, "Threads": 1})
    page.get_by_role("link", name="Curves, samples, log and report").click()
    expect(page.get_by_role("list", name="Loss: values")).to_be_visible()
    assert violations(page) == []

    # Real-app RL from its checkpoint, on a stand-in, from its page.
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Train on from its checkpoint").click()
    page.get_by_role("combobox", name="What to do").click()
    page.get_by_role("option", name="Real-app RL").click()
    start_on_page(page, SMALL_RL | {"Name": "Flow real", "Groups": 1})
    expect(page.get_by_role("list", name="Reward: values")).to_contain_text("stand-ins")

    # Mixed RL from the same one, in the admin.
    page.goto("/admin/training/checkpoint/")
    page.get_by_role("link", name=re.compile("Flow SFT @")).click()
    page.get_by_role("link", name="Mixed RL from this").click()
    start_in_admin(page, "Flow mixed", SMALL_RL)
    page.get_by_role("link", name="Curves, samples, log and report").click()
    expect(page.get_by_role("list", name="Reward: values")).to_contain_text("Mock apps")
    page.get_by_role("tab", name="Sample episodes").click()
    page.get_by_role("article").get_by_role("link", name="Open in the trace viewer").click()
    expect(page.get_by_role("img", name=re.compile("Screen before step 1"))).to_be_visible()
    assert violations(page) == []

    # Promoted, and measured on the platform's phones; the campaign's report tells what came of it.
    page.goto("/admin/training/checkpoint/")
    page.get_by_role("link", name=re.compile("Flow mixed @")).click()
    page.get_by_role("button", name="Promote to an agent").click()
    expect(page.locator(".messagelist")).to_contain_text("is the agent")
    page.get_by_role("link", name="Evaluate").click()
    page.get_by_label("Where:").select_option("campaign")
    start_in_admin(page, "Flow measured", {"Suite": SUITE})
    page.get_by_role("link", name="The campaign and its report").click()
    expect(page.get_by_role("heading", name="Success")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("main")).to_contain_text("0 of 1")
