"""The house stands: the standard `platform` wins, and no migration is missing."""

import logging
import platform
import sysconfig
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[2]


def test_the_standard_platform_module_wins():
    assert platform.__file__.startswith(sysconfig.get_path("stdlib"))


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command("makemigrations", "--check", "--dry-run", stdout=StringIO())


def test_a_stranger_gets_the_page_and_no_data(client_for):
    client = client_for()
    assert client.get("/sign-in").status_code == 200
    assert client.get("/api/nonsense").status_code == 404


def test_uvicorns_advice_is_left_out_of_the_log():
    from phonebuddy.logging import formatter

    words = "Uvicorn running on http://127.0.0.1:8000 (Press CTRL+C to quit)"
    record = logging.LogRecord("uvicorn.error", logging.INFO, __file__, 1, words, (), None)
    record.color_message = words
    line = formatter().format(record)
    assert "running on http://127.0.0.1:8000" in line
    assert "CTRL" not in line


def test_test_files_have_names_of_their_own():
    """pytest takes two files of one name for the same module, and leaves one of them out."""
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []
