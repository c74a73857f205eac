"""Signing in, out, and again in place."""

import re

from playwright.sync_api import expect

from tests.e2e.tools import PASSWORD


def test_leads_to_the_page_that_was_asked_for(page):
    page.goto("/episodes?state=accepted")
    page.get_by_label("User name").fill("lead")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile(r"/episodes\?state=accepted$"))
    expect(page.get_by_role("heading", name="Episodes")).to_be_visible()


def test_says_when_the_password_is_wrong(page):
    page.goto("/sign-in")
    page.get_by_label("User name").fill("annotator")
    page.get_by_label("Password", exact=True).fill("wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("User name")).to_have_value("annotator")


def test_signing_out_closes_every_page(as_user):
    page = as_user("annotator")
    page.goto("/", wait_until="networkidle")  # what is asked before signing out is answered before
    page.get_by_role("button", name="Account menu").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in to PhoneBuddy")).to_be_visible()
    page.goto("/tasks")
    expect(page).to_have_url(re.compile("/sign-in"))


def test_a_lapsed_session_is_renewed_in_place(page, platform):
    page.goto("/account")
    page.get_by_label("User name").fill("evaluator")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    name = page.get_by_label("Name", exact=True)
    name.fill("Eva Lindgren")
    page.context.clear_cookies(name="phonebuddy_session")
    page.get_by_role("button", name="Save").click()
    dialog = page.get_by_role("dialog", name="Your session has ended")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.reload()
    expect(name).to_have_value("Eva Lindgren")
