"""Static files are collected again when one of ours changed, and only then."""

import pytest

from phonebuddy.management.commands import setup


@pytest.fixture
def collected(settings, tmp_path, monkeypatch):
    """The calls that were made, each of which leaves something; a project with a folder of its own."""
    settings.STATIC_ROOT, settings.STATICFILES_DIRS = tmp_path / "collected", [tmp_path / "ours"]
    settings.STATIC_ROOT.mkdir()
    (tmp_path / "ours").mkdir()
    calls = []

    def collect(name, **options):
        calls.append(name)
        (settings.STATIC_ROOT / f"{len(calls)}.css").write_text("collected")

    monkeypatch.setattr(setup, "call_command", collect)
    return calls


def test_a_changed_file_is_collected(collected, settings):
    ours = settings.STATICFILES_DIRS[0] / "admin.css"
    for text, calls in [("a {}", 1), ("a {}", 1), ("b {}", 2), ("b {}", 2)]:
        ours.write_text(text)
        setup.Command()._collect_static()
        assert len(collected) == calls
