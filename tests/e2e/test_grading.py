"""A whole grade by the keyboard alone, and what it does to the campaign's report."""

import re

from playwright.sync_api import expect

from tests.e2e.tools import violations


def test_a_grade_by_keyboard_alone(as_user, platform):
    page = as_user("evaluator")
    page.goto("/grading")
    expect(page.get_by_text("left for you").locator("xpath=preceding-sibling::dd")).to_have_text("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Turn on the dark theme, please")
    content = page.content()
    assert "Fir 4B" not in content and "Pine 4B" not in content
    expect(page.get_by_text("Step 1 of 7")).to_be_visible()
    page.keyboard.press("j")
    expect(page.get_by_text("Step 2 of 7")).to_be_visible()
    page.keyboard.press("y")  # the first criterion …
    page.keyboard.press("s")  # … is shown by this step
    expect(page.get_by_role("button", name="Step 2", exact=True)).to_be_visible()
    page.keyboard.press("n")  # the second one fails, so it asks why
    page.keyboard.press("w")
    page.keyboard.press("t")
    page.keyboard.press("n")
    page.keyboard.press("e")
    page.keyboard.press("c")
    page.keyboard.press("f")
    page.keyboard.type("missed")
    page.keyboard.press("Enter")  # what fits first
    expect(page.get_by_role("combobox", name="What went wrong?")).not_to_be_focused()
    page.keyboard.press("m")
    page.keyboard.type("It changed the sound, too.")
    page.keyboard.press("Escape")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    assert violations(page) == []
    before = page.url
    page.keyboard.press("Enter")
    expect(page.get_by_text("Submitted. You can take it back")).to_be_visible()
    expect(page).not_to_have_url(before)
    expect(page.get_by_text("Step 1 of 7")).to_be_visible()  # the next run

    page.keyboard.press("z")  # and back again
    expect(page).to_have_url(before)
    expect(page.get_by_label("Note (M)")).to_have_value("It changed the sound, too.")
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(before)

    lead = as_user("lead")
    lead.goto(f"/campaigns/{platform.seeded['campaign']}")
    expect(lead.get_by_text(re.compile("Runs decided: 2 of 4"))).to_be_visible()
    expect(lead.get_by_text("Missed constraint 1")).to_be_visible()
    assert violations(lead) == []


def test_a_campaign_is_planned(as_user):
    page = as_user("researcher")
    page.goto("/campaigns")
    page.get_by_role("button", name="New campaign").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Nightly")
    dialog.get_by_role("combobox", name="Suite").click()
    page.get_by_role("option", name=re.compile("Seed suite")).click()
    dialog.get_by_role("combobox", name="Agents").click()
    page.get_by_role("option", name="Fir 4B").click()
    page.keyboard.press("Escape")
    dialog.get_by_role("button", name="Make the draft").click()
    expect(page.get_by_role("heading", name="Nightly")).to_be_visible()
    expect(page.get_by_text("Seed suite, 2 tasks")).to_be_visible()
    page.get_by_role("button", name="Launch").click()
    expect(page.get_by_role("dialog")).to_contain_text("2 runs and 4 grades")
