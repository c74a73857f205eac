"""What a job left behind, looked at by keyboard and pointer; the rules of the guard, changed by a lead."""

import re

from playwright.sync_api import expect

from tests.e2e.phone import SLOW
from tests.e2e.seed_training import GOAL, STEPS


def test_the_curves_of_a_job_are_read_at_any_step_by_keyboard(as_user, platform):
    page = as_user("researcher")
    page.goto(f"/training/{platform.seeded['job']}")
    reward = page.get_by_role("list", name="Reward: values")
    expect(reward).to_be_visible(timeout=SLOW)
    page.get_by_role("switch", name="Smooth").press("Space")
    expect(reward).to_contain_text("Mock apps60 %")
    expect(page.get_by_text("Dashed: went on after a stop, at step 5")).to_be_visible()
    slider = page.get_by_role("slider", name="Step that is looked at")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("Step 1", exact=True)).to_be_visible()
    expect(reward).to_contain_text("Mock apps33 %")
    expect(page.get_by_role("list", name="Loss: values")).to_contain_text("0.383")
    # A pointer over one curve reads all of them at its step.
    page.locator("figure .u-over").first.hover(position={"x": 3, "y": 40})
    expect(page.get_by_role("list", name="Tokens a second: values")).to_contain_text("21,001")


def test_the_episodes_of_a_step_are_seen_as_the_model_lived_them(as_user, platform):
    page = as_user("researcher")
    page.goto(f"/training/{platform.seeded['job']}?tab=samples")
    episode = page.get_by_role("article", name=GOAL)
    expect(episode).to_contain_text("The dark theme is on.", timeout=SLOW)
    steps = episode.get_by_role("list", name="Steps").get_by_role("button")
    expect(steps).to_have_text([re.compile("Tap “Display”"), re.compile("Finish")])
    expect(page.get_by_role("img", name="Elements on the screen before step 1")).to_be_visible()
    steps.first.focus()
    page.keyboard.press("ArrowDown")
    expect(steps.nth(1)).to_be_focused()
    page.get_by_role("list", name="Episodes of this step").get_by_role("button").nth(1).click()
    expect(episode).to_contain_text("The theme is light.")
    expect(episode).to_contain_text("Unreadable answer")


def test_log_configuration_and_lineage_of_a_job(as_user, platform):
    page = as_user("researcher")
    page.goto(f"/training/{platform.seeded['job']}")
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_role("log")).to_contain_text(f"step {STEPS}/{STEPS} train", timeout=SLOW)
    page.get_by_role("tab", name="Configuration").click()
    expect(page.get_by_role("row", name=re.compile("Episodes of a group"))).to_contain_text("8")
    page.get_by_role("tab", name="Checkpoints").click()
    page.get_by_role("table").get_by_role("link", name=re.compile(f"@ {STEPS}")).click()
    expect(page).to_have_url(re.compile(platform.seeded["checkpoint"]))
    expect(page.get_by_role("region", name="Lineage").get_by_role("link")).not_to_have_count(0)
    expect(page.get_by_text("model.safetensors")).to_be_visible()


def test_a_lead_changes_what_agents_ask_about(as_user):
    page = as_user("lead")
    page.goto("/guard-rules")
    rule = page.get_by_role("form", name="Rule call")
    words = rule.get_by_role("combobox", name=re.compile("Words"))
    words.fill("ring up")
    words.press("Enter")
    rule.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.", exact=False)).to_be_visible(timeout=SLOW)
    page.reload()
    expect(rule.get_by_text("ring up")).to_be_visible(timeout=SLOW)
