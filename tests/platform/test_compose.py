"""docker-compose.yml is valid, and everything it names exists. No engine is needed to know that."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from celery.bin.celery import celery
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
COMMANDS = {name: service["command"] for name, service in SERVICES.items() if "command" in service}


def test_the_compose_file_follows_the_schema_of_the_specification():
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*check, ROOT / "docker-compose.yml"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_parts_are_there():
    assert {"postgres", "valkey", "web", "host", "worker", "phones", "trainer"} <= set(SERVICES)
    assert SERVICES["trainer"]["profiles"] == ["trainer"]


@pytest.mark.parametrize("name", [n for n, command in COMMANDS.items() if "manage.py" in command])
def test_manage_commands_exist_and_take_these_options(name):
    _, _, command, *options = COMMANDS[name]
    app = get_commands()[command]
    parser = load_command_class(app, command).create_parser("manage.py", command)
    parser.parse_args(options)


@pytest.mark.parametrize("name", [n for n, command in COMMANDS.items() if command[0] == "celery"])
def test_celery_commands_exist_and_take_these_options(name):
    _, *words = COMMANDS[name]
    assert words[:3] == ["-A", "phonebuddy", "worker"]
    parser = celery.commands["worker"].make_parser(celery.make_context("celery", words[:2]))
    assert parser.parse_args(words[3:])[1] == []  # nothing was left over


def test_every_setting_named_is_read():
    settings = (ROOT / "platform/phonebuddy/settings.py").read_text()
    named = COMPOSE["x-app"]["environment"]
    assert [key for key in named if f'"{key}"' not in settings and key != "DATABASE_URL"] == []


def test_every_volume_and_dependency_exists():
    for service in SERVICES.values():
        assert set(service.get("depends_on", {})) <= set(SERVICES)
        mode = service.get("network_mode", "")
        assert not mode or mode.removeprefix("service:") in SERVICES
        for volume in service.get("volumes", []):
            assert volume.split(":")[0] in COMPOSE["volumes"]


def test_everything_the_image_copies_exists():
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert len(copied) >= 5
    for sources in copied:
        for source in sources.split():
            assert (ROOT / source).exists(), source
