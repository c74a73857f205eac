"""The trace viewer, by keyboard and by pointer."""

import re
import zipfile

from playwright.sync_api import expect


def test_steps_by_keyboard_and_the_address_follows(as_user, platform):
    page = as_user("lead")
    page.goto(f"/episodes/{platform.seeded['to_view']}?step=2")
    current = page.locator("button[aria-current=step]")
    expect(current).to_have_attribute("aria-label", re.compile("^Step 2: Tap .Display"))
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile(r"step=3$"))
    page.keyboard.press("End")
    expect(current).to_have_attribute("aria-label", "Step 7: Finish")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"step=6$"))
    page.reload()
    expect(current).to_have_attribute("aria-label", "Step 6: Press Back")


def test_pictures_are_shown_as_they_were_recorded(as_user, platform):
    page = as_user("lead")
    page.goto(f"/episodes/{platform.seeded['to_view']}?step=4")
    picture = page.get_by_role("img", name=re.compile("Screen before step 4"))
    expect(picture).to_be_visible()
    expect(page.locator("figure img")).to_have_js_property("naturalWidth", 540)


def test_the_ui_tree_and_the_picture_light_each_other(as_user, platform):
    page = as_user("lead")
    page.goto(f"/episodes/{platform.seeded['to_view']}")
    expect(page.get_by_text("1 / 7")).to_be_visible()
    page.keyboard.press("u")
    row = page.get_by_role("treeitem", name="Battery")
    row.hover()
    expect(page.locator("figure rect[class*=highlight]")).to_have_attribute("y", "560")
    picture = page.locator("figure").first
    box = picture.bounding_box()
    picture.hover(position={"x": box["width"] / 2, "y": box["height"] * 395 / 1200})
    expect(page.get_by_role("treeitem", name="Display")).to_have_attribute("data-lit", "true")


def test_an_episode_is_downloaded_whole(as_user, platform, tmp_path):
    page = as_user("researcher")
    page.goto(f"/episodes/{platform.seeded['to_view']}")
    page.get_by_role("button", name="More").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Download").click()
    download.value.save_as(tmp_path / "episode.zip")
    with zipfile.ZipFile(tmp_path / "episode.zip") as content:
        assert "episode.jsonl" in content.namelist()


def test_the_list_searches_sorts_and_leads_to_the_viewer(as_user, platform):
    page = as_user("lead")
    page.goto("/episodes")
    expect(page.get_by_role("table")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("sent")
    expect(page).to_have_url(re.compile("search=sent"))
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_role("button", name="Steps").click()
    expect(page).to_have_url(re.compile("ordering=-n_steps"))
    page.get_by_role("link", name="Turn on the dark theme (sent back).").click()
    expect(page).to_have_url(re.compile(platform.seeded["sent_back"]))
