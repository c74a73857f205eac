"""What several browser tests need."""

from pathlib import Path

from playwright.sync_api import Page, expect

from phonebuddy.accounts.demo import PASSWORD

__all__ = ["PASSWORD", "violations"]

AXE = Path(__file__).resolve().parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"


#: Colours on their way from one to another are nobody's fault; what turns for ever is not waited for.
STILL = """Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime < Infinity)
    .map((one) => one.finished.catch(() => null))).then(() => null)"""


def violations(page: Page) -> list[str]:
    """What axe finds wrong on the page once it is there, one line each."""
    expect(page.get_by_role("progressbar", name="Loading the page")).to_have_count(0)
    page.evaluate(STILL)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:160]}" for v in found]
