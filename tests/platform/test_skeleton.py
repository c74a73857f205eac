"""The house stands: the standard `platform` wins, and no migration is missing."""

import platform
import sysconfig
from io import StringIO

import pytest
from django.core.management import call_command


def test_the_standard_platform_module_wins():
    assert platform.__file__.startswith(sysconfig.get_path("stdlib"))


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command("makemigrations", "--check", "--dry-run", stdout=StringIO())


def test_a_stranger_gets_the_page_and_no_data(client_for):
    client = client_for()
    assert client.get("/sign-in").status_code == 200
    assert client.get("/api/nonsense").status_code == 404
