"""Suites from spreadsheets and YAML: every fault told by row and column, and nothing half imported."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from devices.phoneworld.tasks import suite as phoneworld
from evaluation import services, suite_files
from evaluation.models import Suite, Task
from phonebuddy.accounts.models import Role
from phonebuddy.api.errors import Forbidden

EXAMPLE = Path(suite_files.__file__).parent / "examples" / "real_phones.csv"
CSV = """key,goal,apps,must,negative,prepare
one,Set an alarm for 7:00.,Clock,"An alarm at 7:00 is on.
It has no label.",Another alarm was changed.,force_stop com.example.clock
two,"Text Nora, then call her.",Messages;Contacts,Nora got a text.,,
"""


def faults(text, name="mine.csv"):
    with pytest.raises(suite_files.BadSuite) as caught:
        suite_files.read(text.encode(), name)
    return caught.value.faults


def test_a_spreadsheet_is_read_whole():
    head, (one, two) = suite_files.read(CSV.encode("utf-8-sig"), "mine.csv")
    assert head["name"] == "mine"
    assert one["criteria"] == [
        {"text": "An alarm at 7:00 is on.", "must": True, "negative": False},
        {"text": "It has no label.", "must": True, "negative": False},
        {"text": "Another alarm was changed.", "must": False, "negative": True},
    ]
    assert one["setup"] == {"real": [{"do": "force_stop", "package": "com.example.clock"}]}
    assert two["apps"] == ["Messages", "Contacts"] and two["device_kind"] == "real"


@pytest.mark.parametrize("separator", [",", ";"])
def test_the_separators_of_spreadsheet_programs(separator):
    text = CSV if separator == "," else "goal;apps;must\nRing Nora, please;Contacts;Nora was rung.\n"
    assert suite_files.read(text.encode(), "mine.csv")[1]


@pytest.mark.parametrize(
    ("old", "new", "row", "column", "words"),
    [
        ("key,goal", "key,gaol", 1, "gaol", "unknown column"),
        ("key,goal", "goal,goal", 1, "goal", "stands twice"),
        ("must,", "want,", 1, "must", "needed"),
        ("Set an alarm for 7:00.", "", 2, "goal", "is needed"),
        ("Messages;Contacts", ";", 3, "apps", "at least one"),
        ("two,", "one,", 3, "key", "that of row 2"),
        ("two,", "a key!,", 3, "key", "no key"),
        ("Nora got a text.", " ", 3, "must", "at least one"),
        ("force_stop com", "reboot com", 2, "prepare", "cannot read"),
        ("two,", "two,Too,many,cells,in,this,one,", 3, "row", "cells under"),
        ("call her", "call \x00 her", 3, "goal", "NUL"),
    ],
)
def test_faults_are_told_by_row_and_column(old, new, row, column, words):
    assert old in CSV
    found = faults(CSV.replace(old, new, 1))
    assert any((r, c) == (row, column) and words in w for r, c, w in found), found


def test_all_faults_come_at_once():
    text = "goal,apps,must,steps,device\n,Clock,x,many,real\nRing,,y,5,toaster\n"
    assert {(row, column) for row, column, _ in faults(text)} == {
        (2, "goal"), (2, "steps"), (3, "apps"), (3, "device"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("tasks: [", "file", "no YAML"),
        ("- a", "tasks", "a list of `tasks`"),
        ("suite: x\ntask: []\ntasks: []", "task", "unknown key"),
        ("suite: x\ntasks: []", "tasks", "none"),
        ("suite: a b\ntasks: [{goal: g, apps: [A], must: m}]", "suite", "no name"),
        ("tasks: [{goal: g, apps: [A], must: m, verifier: {rules: []}}]", "verifier", "only a mock"),
        ("tasks: [{goal: g, apps: [A], criteria: [{shall: x}]}]", "criteria", "expected"),
        ("tasks: [{goal: g, apps: [A], must: m, device: mock, setup: {now: 2026-03-14}}]", "setup", "JSON"),
    ],
)
def test_yaml_has_its_own_faults(text, column, words):
    assert any(c == column and words in w for _, c, w in faults(text, "x.yaml"))


def test_the_example_is_a_suite_for_real_phones():
    _, tasks = suite_files.read(EXAMPLE.read_bytes(), EXAMPLE.name)
    assert len(tasks) == 20
    for task in tasks:
        assert task["device_kind"] == "real" and task["goal_zh"] and not task["verifier"]
        assert any(c["must"] for c in task["criteria"]) and any(c["negative"] for c in task["criteria"])


@pytest.mark.django_db
def test_import_makes_tasks_with_rubrics_and_renews_them(make_user):
    lead = make_user(Role.LEAD)
    suite = services.import_suite(lead, CSV.encode(), "mine.csv")
    one = suite.tasks.get(key="one")
    assert one.rubrics.get().criteria.count() == 3 and one.goal == "Set an alarm for 7:00."
    services.import_suite(lead, CSV.replace("for 7:00", "for 8:00").encode(), "mine.csv")
    one.refresh_from_db()
    assert one.goal == "Set an alarm for 8:00." and one.rubrics.count() == 1 and suite.tasks.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("fault", ["a bad row", "another suite's key", "a frozen suite"])
def test_nothing_is_half_imported(make_user, fault):
    lead, text = make_user(Role.LEAD), CSV
    if fault == "a bad row":
        text += "three,,Clock,x,,\n"
    elif fault == "another suite's key":
        services.import_suite(lead, b"key,goal,apps,must\ntwo,g,A,m\n", "other.csv")
    else:
        services.import_suite(lead, b"goal,apps,must\ng,A,m\n", "mine.csv", freeze=True)
    before = (Suite.objects.count(), Task.objects.count())
    with pytest.raises(suite_files.BadSuite):
        services.import_suite(lead, text.encode(), "mine.csv")
    assert (Suite.objects.count(), Task.objects.count()) == before
    assert not Task.objects.filter(key="one").exists()


@pytest.mark.django_db
def test_held_out_tasks_are_offered_to_no_annotator(make_user):
    text = "suite: kept\nheld_out: true\ntasks: [{goal: g, apps: [Notes], must: m, device: mock}]"
    suite = services.import_suite(make_user(Role.RESEARCHER), text.encode(), "kept.yaml", freeze=True)
    assert suite.held_out and suite.frozen_at and len(suite.hash) == 64
    assert not Task.objects.available().filter(suite=suite).exists()


@pytest.mark.django_db
def test_annotators_do_not_import_suites(make_user):
    with pytest.raises(Forbidden):
        services.import_suite(make_user(Role.ANNOTATOR), CSV.encode(), "mine.csv")


@pytest.mark.django_db
def test_upload_answers_with_the_suite_or_with_every_fault(client, make_user):
    client.force_login(make_user(Role.LEAD))
    file = SimpleUploadedFile("mine.csv", CSV.encode())
    answer = client.post("/api/suites/import", {"file": file, "name": "our-own"})
    assert answer.status_code == 201 and answer.json()["n_tasks"] == 2 == answer.json()["n_rubrics"]
    bad = SimpleUploadedFile("mine.csv", b"goal,apps,must\n,A,m\ng,,m\n")
    answer = client.post("/api/suites/import", {"file": bad})
    assert answer.status_code == 400 and answer.json()["code"] == "bad_suite"
    assert answer.json()["fields"]["file"] == ["row 2, goal: is needed", "row 3, apps: name at least one app"]


@pytest.mark.django_db
def test_the_command_imports_or_says_why_not(tmp_path, capsys):
    call_command("import_suite", str(EXAMPLE))
    assert "20 tasks" in capsys.readouterr().out
    bad = tmp_path / "bad.csv"
    bad.write_text("goal,apps,must\n,A,m\n", encoding="utf-8")
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("import_suite", str(bad))
    assert "row 2, goal" in capsys.readouterr().err


@pytest.mark.django_db
def test_phoneworld_150_becomes_a_frozen_suite_that_is_held_out():
    data = phoneworld.FILE.read_bytes()
    suite = services.import_suite(None, data, phoneworld.FILE.name, freeze=True)
    assert (suite.name, suite.held_out, suite.tasks.count()) == ("phoneworld-150", True, 150)
    for task in suite.tasks.prefetch_related("rubrics__criteria"):
        assert task.device_kind == "mock" and task.verifier and task.setup["oracle"] and task.paused
        assert 3 <= task.rubrics.get().criteria.count() <= 6
    with pytest.raises(suite_files.BadSuite, match="frozen"):
        services.import_suite(None, data, phoneworld.FILE.name)
