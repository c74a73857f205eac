"""Datasets: what is selected, what is refused, who builds, and that a frozen one stays."""

from datetime import timedelta

import pytest
from django.utils import timezone

from phonebuddy.api.errors import Conflict, Forbidden, Refused
from training import services
from training.data.store import Dataset as Stored
from training.models import Dataset
from training.services import building

pytestmark = pytest.mark.django_db


@pytest.fixture
def held_out():
    from evaluation.models import Suite

    return Suite.objects.create(name="measured", title="Measured", held_out=True)


def test_accepted_demonstrations_are_written_down(accepted, draft, built):
    episode = accepted()
    draft()  # not handed in: no part of anything
    row = built()
    assert (row.state, row.n_episodes, row.n_steps) == ("frozen", 1, 4), row.error
    stored = Stored.open(row.folder)
    stored.verify()
    assert stored.sha256 == row.sha256
    (found,) = stored
    assert (found.id, found.goal, found.task.key) == (str(episode.pk), episode.goal, "own-task")
    assert [s.action.name for s in found.steps] == ["click", "click", "click", "finish"]
    assert found.steps[0].observation.image.shape == (120, 54, 3)
    assert [n.text for n in found.steps[0].observation.tree.root.walk() if n.text] == ["Notes"]
    assert found.reward == 1.0


def test_the_head_revision_is_taken(accepted, built, submitted, annotator, reviewer, make_task):
    from evaluation import services as evaluation

    episode = submitted(of=make_task("edited"))
    episode = evaluation.review_episode(reviewer, episode, "send_back", "Another button.")
    step = episode.steps.order_by("seq").first()
    episode = evaluation.edit_episode(
        annotator, episode, "retarget", episode.head.number, step=str(step.pk), x=100, y=50
    )
    episode = evaluation.edit_episode(
        annotator,
        episode,
        "set_text",
        episode.head.number,
        step=str(step.pk),
        field="thought",
        text="This one.",
    )
    evaluation.review_episode(
        reviewer, evaluation.submit_episode(annotator, episode), "accept", "Good.", "ok"
    )
    (found,) = Stored.open(built().folder)
    assert found.steps[0].action.points == ((100, 50),)
    assert found.steps[0].thought == "This one."
    assert found.about["corrected"]["0"]["arguments"]["points"] == [[10, 20]]


def test_what_was_typed_into_secret_fields_is_not_carried(accepted, built):
    typed = {"name": "type", "arguments": {"text": "hunter2"}}
    accepted(before=lambda episode: episode.steps.filter(seq=0).update(secret=True, action=typed))
    row = built()
    (found,) = Stored.open(row.folder)
    assert found.steps[0].action.text == "" and found.about["secret"] == [0]
    assert b"hunter2" not in Stored.open(row.folder).record(0)


FILTERS = [
    ({"qualities": ["excellent"]}, ["own-two"]),
    ({"categories": ["cross_app"]}, ["own-two"]),
    ({"apps": ["Notes"]}, ["own-one"]),
    ({"suites": ["-"]}, ["own-one", "own-two"]),
    ({"suites": ["pool"]}, ["own-three"]),
    ({"sources": ["rollout"]}, []),
    ({"authors": ["ann"]}, ["own-one", "own-three", "own-two"]),
    ({"roles": ["lead"]}, []),
    ({"device_kinds": ["real"]}, []),
    ({"outcomes": ["finished"], "device_kinds": ["mock"]}, ["own-one", "own-three", "own-two"]),
    ({"outcomes": ["infeasible"]}, []),
    ({"since": "2200-01-01"}, []),
    ({"until": "2200-01-01"}, ["own-one", "own-three", "own-two"]),
    ({"splits": ["train"]}, []),
]


def test_filters(accepted, researcher):
    from evaluation.models import Suite
    from training import selection

    pool = Suite.objects.create(name="pool")
    accepted("own-one", apps=["Notes"], goal="One.")
    accepted("own-two", quality="excellent", category="cross_app", apps=["Maps", "Mail"], goal="Two.")
    accepted("own-three", suite=pool, apps=["Clock"], goal="Three.")
    for query, keys in FILTERS:
        found = sorted(c.task.key for c in selection.candidates(selection.clean(query)))
        assert found == keys, query
    assert services.preview(researcher, {"suites": ["pool"]})["counts"]["app"] == {"Clock": 1}


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"suites": ["measured"]}, "held out"),
        ({"suites": ["phoneworld-150"]}, "held out"),
        ({"splits": ["test"]}, "kept for measuring"),
        ({"apps": ["Townboard"]}, "Townboard is held out"),
        ({"colour": ["red"]}, "no filter"),
        ({"suites": ["nowhere"]}, "there is no 'nowhere'"),
        ({"since": "yesterday"}, "a day like"),
        ({"suites": [3]}, "a list of texts"),
        ("all", "an object"),
    ],
)
def test_what_must_not_be_asked_for(researcher, held_out, query, words):
    with pytest.raises(Refused, match=words) as error:
        services.create_dataset(researcher, "bad", query)
    assert "query" in error.value.fields
    assert not Dataset.objects.exists()


def test_held_out_is_left_out_with_its_reason(accepted, built, researcher, held_out, device):
    from devices.phoneworld.tasks import suite as phoneworld
    from training.data.heldout import splits

    template = next(key for key, split in sorted(splits().items()) if split == "test")
    row = phoneworld.load()["tasks"][0]
    accepted("fine", goal="Fine.")
    accepted("of-suite", suite=held_out, goal="Measured.")
    accepted(template.replace(".", "-").replace("_", "-") + "-0123abcd", goal="Generated of a test template.")
    accepted("copied-goal", goal=row["goal"].upper())
    accepted("its-app", apps=["Earshot"], goal="An app that is kept.")
    there = {"package": "org.phoneworld.earshot", "activity": ".Main"}
    accepted("in-its-app", goal="There.", before=lambda e: e.steps.filter(seq=1).update(foreground=there))
    found = services.preview(researcher, {})
    made = built()
    assert made.n_episodes == found["n_episodes"] == 1
    assert made.refused == found["refused"] and sum(r["n"] for r in made.refused) == 5
    assert {r["what"] for r in made.refused} >= {"measured", template, "copied-goal", "its-app", "in-its-app"}
    assert all("measuring" in r["why"] for r in made.refused)


def test_an_imported_demonstration_is_known_by_what_its_file_says(accepted, built):
    """Its task is no row here: suite and key are those that it was exported with."""
    from devices.phoneworld.tasks import suite as phoneworld
    from evaluation.models import Episode

    for key, told in (
        ("a-one", {"key": "anything", "suite": "phoneworld-150"}),
        ("a-two", {"key": phoneworld.load()["tasks"][7]["key"], "suite": ""}),
    ):
        origin = {"imported": True, "task": {**told, "category": "app", "apps": []}}
        accepted(
            key,
            goal=key,
            before=lambda e, o=origin: Episode.objects.filter(pk=e.pk).update(task=None, origin=o),
        )
    row = built()
    assert row.state == "failed" and "nothing" in row.error.lower()


def test_a_suite_held_out_later_is_told(accepted, built):
    from evaluation.models import Suite

    pool = Suite.objects.create(name="pool")
    accepted(suite=pool)
    row = built()
    assert services.now_held_out(row) == ""
    Suite.objects.filter(pk="pool").update(held_out=True)
    assert "pool is held out" in services.now_held_out(row)


def test_versions(accepted, built, researcher):
    accepted("own-one", goal="One.")
    first = built("pool", query={"sources": ["human"]})
    with pytest.raises(Conflict, match="new version"):
        services.create_dataset(researcher, "pool")
    accepted("own-two", goal="Two.")
    second = services.new_version(researcher, first)
    building.build(second.pk)
    second.refresh_from_db()
    first.refresh_from_db()
    assert (second.version, second.previous, second.query) == (2, first, first.query)
    assert (first.n_episodes, second.n_episodes) == (1, 2)
    assert first.sha256 != second.sha256
    Stored.open(first.folder).verify()
    again = services.new_version(researcher, second)
    building.build(again.pk)
    assert Dataset.objects.get(pk=again.pk).sha256 == second.sha256  # the same rows, the same content


def test_oracles_demonstrations_beside_them(accepted, built):
    accepted()
    oracles = {"n": 2, "seed": 5, "pictures": False, "only": ["settings"]}
    row = built(query={"sources": ["human"]}, demonstrations=oracles)
    assert row.counts["source"] == {"human": 1, "oracle": 2}, row.error
    only = built("only", demonstrations=oracles)
    assert (only.counts["source"], only.counts["split"]) == ({"oracle": 2}, {"train": 2})


@pytest.mark.parametrize(
    "asked",
    [
        {"n": -1},
        {"n": "3"},
        {"n": 1, "split": "test"},
        {"n": 1, "only": ["nowhere"]},
        {"n": 1, "categories": ["web"]},
        {"n": 1, "variation": {"speed": 1}},
        {"n": 10**9},
        [1],
    ],
    ids=str,
)
def test_demonstrations_that_cannot_be(researcher, asked):
    with pytest.raises(Refused) as error:
        services.create_dataset(researcher, "x", demonstrations=asked)
    assert "demonstrations" in error.value.fields


def test_test_templates_are_not_demonstrated(researcher):
    from training.data.heldout import splits

    kept = next(key for key, split in sorted(splits().items()) if split == "test")
    with pytest.raises(Refused, match=f"{kept} is held out"):
        services.create_dataset(researcher, "x", demonstrations={"n": 1, "only": [kept]})


@pytest.mark.parametrize("role", ["annotator", "evaluator", "reviewer"])
def test_who_may_not(make_user, accepted, built, role):
    accepted()
    row = built()
    person = make_user(role, username="other")
    assert not Dataset.objects.visible_to(person).exists()
    for verb in (
        lambda: services.create_dataset(person, "mine"),
        lambda: services.new_version(person, row),
        lambda: services.archive_dataset(person, row),
        lambda: services.delete_dataset(person, row),
        lambda: services.retry_dataset(person, row),
        lambda: services.preview(person, {}),
    ):
        with pytest.raises(Forbidden):
            verb()


def test_archived_and_deleted(accepted, built, researcher):
    accepted()
    first, other = built(), built("other")
    services.archive_dataset(researcher, first)
    assert list(Dataset.objects.offered()) == [other]
    services.archive_dataset(researcher, first, archived=False)
    newer = services.new_version(researcher, first)
    with pytest.raises(Conflict, match="newer version"):
        services.delete_dataset(researcher, first)
    folder = other.folder
    services.delete_dataset(researcher, other)
    assert not Dataset.objects.filter(pk=other.pk).exists()
    assert Dataset.objects.filter(pk=newer.pk).exists() and folder != first.folder


def test_files_go_with_the_row(accepted, built, researcher, django_capture_on_commit_callbacks):
    accepted()
    row = built()
    folder = row.folder
    with django_capture_on_commit_callbacks(execute=True):
        services.delete_dataset(researcher, row)
    assert not folder.exists()


def test_one_is_built_at_a_time_and_a_dead_worker_is_followed(accepted, researcher):
    accepted()
    one = services.create_dataset(researcher, "one")
    two = services.create_dataset(researcher, "two")
    alive = timezone.now() + timedelta(seconds=30)
    Dataset.objects.filter(pk=one.pk).update(worker="somebody", alive_until=alive)
    assert building.build(two.pk) is None and building.build(one.pk) is None
    assert building.waiting() == [str(two.pk)]
    Dataset.objects.filter(pk=one.pk).update(alive_until=timezone.now() - timedelta(seconds=1))
    assert building.waiting() == [str(one.pk), str(two.pk)]
    assert building.build(one.pk).state == "frozen"
    assert building.build(one.pk) is None  # a message that came twice changes nothing
    assert building.build(two.pk).sha256 == Dataset.objects.get(pk=one.pk).sha256


def test_a_worker_that_lost_its_row_freezes_nothing(accepted, researcher, monkeypatch):
    accepted()
    row = services.create_dataset(researcher, "one")
    episodes = building._episodes

    def slowly(*args):
        Dataset.objects.filter(pk=row.pk).update(worker="another")
        yield from episodes(*args)

    monkeypatch.setattr(building, "_episodes", slowly)
    assert building.build(row.pk) is None
    row.refresh_from_db()
    assert (row.state, row.worker) == ("building", "another")


def test_what_went_wrong_is_told_and_can_be_tried_again(accepted, researcher):
    row = services.create_dataset(researcher, "empty")
    assert building.build(row.pk) is None
    row.refresh_from_db()
    assert row.state == "failed" and "Nothing fits" in row.error
    accepted()
    services.retry_dataset(researcher, row)
    assert building.build(row.pk).n_episodes == 1
    with pytest.raises(Conflict):
        services.retry_dataset(researcher, row)
