"""The gallery as a researcher uses it: find an app, play it, see its state change, fork, disturb, read."""

import re

from playwright.sync_api import Page, expect

WITHIN = 30_000


def screen(page: Page, name: str):
    """The picture of a phone that has one."""
    picture = page.get_by_role("img", name=f"Screen of {name}")
    expect(picture).to_be_visible(timeout=WITHIN)
    return picture


def touch(picture, x: int, y: int):
    """A tap at a point of the phone, in its own pixels."""
    box = picture.bounding_box()
    picture.click(position={"x": x * box["width"] / 540, "y": y * box["height"] / 1200})


def test_an_app_is_found_played_forked_and_disturbed(as_user):
    page = as_user("researcher")
    page.goto("/gallery")
    apps = page.get_by_role("list", name="Apps")
    expect(apps.get_by_role("link").first).to_be_visible(timeout=WITHIN)
    page.get_by_label("Search apps").fill("notes")
    apps.get_by_role("link", name=re.compile("^Notes")).click()

    phone = screen(page, "Phone with Notes")
    beside = page.get_by_role("complementary", name="Beside the phone")
    expect(beside.get_by_role("button", name="notes {")).to_be_visible(timeout=WITHIN)
    where = page.get_by_role("region", name="Phone with Notes", exact=True)
    expect(where.get_by_text("notes", exact=True)).to_be_visible()
    touch(phone, 480, 1090)
    expect(where.get_by_text("edit", exact=True)).to_be_visible(timeout=WITHIN)
    page.keyboard.type("Milk")
    touch(phone, 500, 108)  # the tick saves
    expect(where.get_by_text("notes", exact=True)).to_be_visible(timeout=WITHIN)
    beside.get_by_role("tab", name="Changes").click()
    expect(beside.get_by_role("list", name="Changes of the state")).to_contain_text("Milk")

    page.get_by_role("button", name="Fork: a second phone").click()
    fork = screen(page, "Fork")
    touch(fork, 480, 1090)
    expect(page.get_by_role("region", name="Fork", exact=True).get_by_text("edit", exact=True)).to_be_visible(
        timeout=WITHIN
    )
    expect(
        page.get_by_role("region", name="First", exact=True).get_by_text("notes", exact=True)
    ).to_be_visible()
    page.get_by_role("button", name="Close this phone").click()

    beside.get_by_role("tab", name="Disturb").click()
    beside.get_by_role("button", name="Disturb", exact=True).click()
    rows = beside.get_by_role("list", name="Disturbances so far")
    expect(rows).to_contain_text("going on", timeout=WITHIN)
    page.get_by_role("button", name="Back (Esc)").click()
    beside.get_by_role("tab", name="Spec").click()
    expect(beside.get_by_role("region", name="app.yaml")).to_contain_text("package: org.phoneworld.notes")


def test_the_gallery_is_not_for_annotators(as_user):
    page = as_user("annotator")
    page.goto("/gallery")
    expect(page.get_by_role("heading", name="This page is not for your role")).to_be_visible()
