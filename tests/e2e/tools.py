"""What several browser tests need."""

from pathlib import Path

from playwright.sync_api import Page

from phonebuddy.accounts.demo import PASSWORD

__all__ = ["PASSWORD", "violations"]

AXE = Path(__file__).resolve().parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    """What axe finds wrong on the page, one line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:160]}" for v in found]
