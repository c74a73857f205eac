"""A demonstration is reviewed from the keyboard, and its author reads the reason."""

import re

from playwright.sync_api import expect


def test_a_review_from_the_queue_to_its_author(as_user, platform):
    page = as_user("reviewer")
    page.goto("/review")
    page.get_by_role("link", name="Turn on the dark theme (to review).").click()
    expect(page.get_by_text("Goal reached")).to_be_visible()
    page.keyboard.press("j")
    expect(page.get_by_text("2 / 7")).to_be_visible()
    page.keyboard.press("s")
    reason = page.get_by_label("Reason")
    expect(reason).to_be_focused()
    page.keyboard.type("Step 3 scrolls for nothing, jjj.")
    expect(page.get_by_text("2 / 7")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Sent back to its author.")).to_be_visible()
    expect(page).not_to_have_url(re.compile(platform.seeded["to_review"]))  # on to the next, or the queue

    author = as_user("annotator")
    author.goto("/")
    sent_back = author.get_by_role("region", name="Sent back to you")
    expect(sent_back.get_by_text("Step 3 scrolls for nothing, jjj.")).to_be_visible()


def test_what_is_reviewed_already_cannot_be_reviewed_again(as_user, platform):
    page = as_user("reviewer")
    page.goto(f"/review/{platform.seeded['to_view']}")
    expect(page.get_by_text("not waiting for review any more")).to_be_visible()
    expect(page.get_by_role("button", name="Accept")).to_have_count(0)
