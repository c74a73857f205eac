"""Static files are collected again when one of ours changed, and only then."""

import pytest

from phonebuddy.management.commands import setup


@pytest.fixture
def collected(settings, tmp_path, monkeypatch):
    """The calls that were made; a project with one file of its own."""
    settings.BASE_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "collected"
    settings.FRONTEND_DIST = tmp_path / "dist"
    settings.STATIC_ROOT.mkdir()
    (tmp_path / "training" / "static" / "training").mkdir(parents=True)
    calls = []
    monkeypatch.setattr(setup, "call_command", lambda name, **options: calls.append(name))
    return calls


def test_a_changed_file_is_collected(collected, settings):
    ours = settings.BASE_DIR / "training" / "static" / "training" / "admin.css"
    for text, calls in [("a {}", 1), ("a {}", 1), ("b {}", 2), ("b {}", 2)]:
        ours.write_text(text)
        setup.Command()._collect_static()
        assert len(collected) == calls
