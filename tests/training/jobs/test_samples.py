"""Sample episodes of a job as the trainer tells them, kept as episodes that the trace viewer opens."""

import pytest

from devices import actions
from evaluation.agents.prompts import picture
from evaluation.models import Episode
from training import selection, services
from training.environments import samples
from training.environments.base import Goal, Reward
from training.environments.episode import RolloutStep, Trajectory
from training.environments.mock import MockEnvironment
from training.generation import Sampled

pytestmark = pytest.mark.django_db
CLICK, TYPE, FINISH = (
    actions.from_json(told)
    for told in (
        {"name": "click", "arguments": {"points": [[270, 600]]}},
        {"name": "type", "arguments": {"text": "milk"}},
        {"name": "finish", "arguments": {"text": ""}},
    )
)
VERDICT = {"rules": [{"rule": "present", "ok": True, "detail": "the note", "more": 1}]}


def attempt(environment: str = "mock", reward: float | None = 1.0) -> Trajectory:
    """A tap and words in one answer, one that could not be read, and the end."""
    phone = MockEnvironment()
    phone.phone.reset(1, {})
    seen, shot = phone.look(), picture(phone.screenshot(), 270)[0]

    def step(text, *done):
        said = Sampled(text, [1], [2], [0.0])
        return RolloutStep(said, done, bool(done), seen=seen, told="goal …", shot=shot)

    steps = [step("fill e3", CLICK, TYPE), step("?"), step("done", FINISH)]
    verdict = VERDICT if environment == "mock" else {}
    return Trajectory(
        Goal("notes.add/3", "Write a note.", {}, apps=("Notes",)), 0, environment, steps,
        None if reward is None else Reward(reward, 1.0, "", verdict), "finish", 2.0,
        "Nobody can tell." if reward is None else "", "stand-in phone 1" if environment == "real" else "",
    )  # fmt: skip


@pytest.fixture
def kept(make_job):
    """A job that is worked on, with samples of step 3: two of a mock phone, one of a stand-in."""
    job = make_job(kind="mixed_rl")
    services.claim_job(job.queue, "w")
    job.refresh_from_db()
    folder = services.folder_of(job)
    told = [attempt(), attempt(), attempt("real", None)]
    samples.write(folder.samples / "3.jsonl", told, whole=samples.whole_of(3, 50))
    for step, file in folder.whole_samples():
        services.keep_sample(job, "w", step, folder.read(file), folder.samples)
    return job


def test_each_kind_of_phone_has_one_that_the_trace_viewer_opens(kept, client_for, researcher, outsider):
    api = client_for(researcher)
    lines = api.get(f"/api/training/jobs/{kept.pk}/samples/3").json()
    assert [bool(line["episode"]) for line in lines] == [True, False, True]
    mock, real = (api.get(f"/api/episodes/{lines[place]['episode']}").json() for place in (0, 2))
    assert (mock["kind"], mock["state"], mock["goal"]) == ("sample", "recorded", "Write a note.")
    assert mock["verifier"]["success"] and mock["origin"]["device"] == "PhoneWorld"
    assert (real["verifier"], real["origin"]["device_kind"], real["origin"]["reward"]) == (
        None,
        "stand-in",
        None,
    )
    first, together, last = mock["steps"]
    assert [s["action"]["name"] for s in mock["steps"]] == ["click", "type", "finish"]
    assert (first["thought"], together["thought"], last["thought"]) == ("fill e3", "", "done")
    assert "without a look" in together["flag"] and not first["flag"]
    assert api.get(first["screenshot"]).status_code == api.get(first["tree"]).status_code == 200
    there = client_for(outsider)
    assert there.get(f"/api/training/jobs/{kept.pk}/samples/3").status_code in (403, 404)
    assert there.get(f"/api/episodes/{mock['id']}").status_code in (403, 404)


def test_no_dataset_takes_them_nobody_grades_them_and_the_list_has_them_when_asked(
    kept, client_for, researcher
):
    assert list(selection.candidates({})) == [] == list(selection.candidates({}, "judge"))
    assert not Episode.objects.filter(kind="sample", run__isnull=False).exists()
    api = client_for(researcher)
    assert api.get("/api/episodes").json()["count"] == 0
    assert api.get("/api/episodes", {"kind": "sample"}).json()["count"] == 2


def test_what_is_done_again_is_forgotten_and_told_once(kept):
    folder = services.folder_of(kept)
    step, file = folder.whole_samples()[0]
    before = Episode.objects.filter(kind="sample").count()
    services.keep_sample(kept, "w", step, folder.read(file), folder.samples)
    assert Episode.objects.filter(kind="sample").count() == before == 2
    services.begin_attempt(kept, "w", 3, 0)
    assert kept.sample_episodes.count() == 2
    services.begin_attempt(kept, "w", 2, 0)
    assert kept.sample_episodes.count() == 0
    folder.cut(2)
    assert folder.whole_samples() == []


def test_a_long_job_keeps_a_bounded_number_spread_over_it():
    for rounds in (1, 50, 150, 5000):
        kept = [samples.whole_of(n, rounds) for n in range(1, rounds + 1)]
        assert 0 < sum(kept) <= samples.MOST_WHOLE and kept[0]
        assert rounds < 150 or any(kept[rounds * 3 // 4 :])
