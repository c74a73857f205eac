"""From preparing to submitted: what may follow what, and what is never lost."""

from datetime import timedelta

import pytest
from django.utils import timezone

from devices import services as devices
from devices.models import Device
from evaluation import services
from evaluation.models import TRANSITIONS, Episode, EpisodeState
from phonebuddy.api.errors import Conflict, Forbidden


def test_every_state_is_in_the_table_and_only_known_ones():
    assert set(TRANSITIONS) == set(EpisodeState.values)
    assert set().union(*TRANSITIONS.values()) <= set(EpisodeState.values)


def test_the_clock_starts_after_the_preparation(annotator, device, task):
    episode = services.start_episode(annotator, device, services.claim_task(annotator))
    assert (episode.state, episode.started_at) == ("preparing", None)
    services.note_preparing(episode, 1, 3, "Resetting the phone")
    episode.refresh_from_db()
    assert episode.preparing == {"step": 1, "of": 3, "message": "Resetting the phone"}
    episode = services.start_recording(episode, 540, 1200)
    assert episode.state == "recording" and episode.started_at and episode.preparing is None


def test_a_task_for_another_kind_of_phone_is_refused(annotator, make_device, make_task):
    make_task(device_kind="real")
    with pytest.raises(Conflict, match="needs a real phone"):
        services.start_episode(annotator, make_device(kind="mock"), services.claim_task(annotator))


def test_one_recording_at_a_time_for_a_claim_and_a_phone(annotator, device, make_device, recording):
    episode = recording()
    with pytest.raises(Conflict, match="already being recorded"):
        services.start_episode(annotator, make_device("P2"), episode.claim)
    with pytest.raises(Conflict, match="already recording on this phone"):
        services.start_episode(annotator, device)


def test_steps_come_in_until_the_recording_is_saved(annotator, recording, add_step):
    episode = services.finish_episode(annotator, recording(steps=1), "finished")
    late = add_step(episode)
    assert late.seq == 1, "what was done before the finish is not lost"
    services.note_saved(episode, None)
    with pytest.raises(Conflict, match="records no more"):
        add_step(episode)


def test_an_open_step_is_amended_in_place(recording):
    episode = recording(steps=1)
    step = episode.steps.get()
    services.record_step(
        episode.pk, step.pk, action={"name": "double_click", "arguments": {"points": [[1, 2]]}}
    )
    step.refresh_from_db()
    assert step.action["name"] == "double_click" and episode.steps.count() == 1


def test_resume_takes_the_final_step_off_and_goes_on(annotator, draft, add_step):
    episode = services.resume_episode(annotator, draft())
    assert episode.state == "recording" and episode.verdict is None and episode.outcome == ""
    from evaluation.traces import trace

    assert [row.action.name for row in trace(episode)] == ["click"] * 3
    step = add_step(episode)
    assert step.seq == 4 and len(trace(episode)) == 4
    with pytest.raises(Conflict, match="nothing to undo"):
        services.undo(annotator, episode)


def test_a_phone_given_back_and_used_by_another_ends_resuming(annotator, draft, device, make_user):
    episode = draft()
    devices.release_lease(episode.lease, annotator)
    devices.lease_device(make_user("annotator", username="bea"), device)
    episode.refresh_from_db()
    with pytest.raises(Conflict):
        services.resume_episode(annotator, episode)


def test_a_phone_that_nobody_touched_since_is_taken_again(annotator, draft):
    episode = draft()
    devices.release_lease(episode.lease, annotator)
    episode = services.resume_episode(annotator, Episode.objects.get(pk=episode.pk))
    assert episode.state == "recording" and episode.lease.live


def test_a_recording_that_lost_its_phone_becomes_a_draft(annotator, recording, later):
    episode = recording()
    devices.release_lease(episode.lease, annotator)
    assert services.interrupt_lost_recordings(later(seconds=5)) == 0, "the page may be coming back"
    assert services.interrupt_lost_recordings(later(seconds=30)) == 1
    episode.refresh_from_db()
    assert episode.state == "draft" and episode.steps.count() == 3 and not episode.outcome
    services.note_saved(episode, None)
    with pytest.raises(Conflict, match="how it ended"):
        services.submit_episode(annotator, episode)
    episode = services.finish_episode(annotator, episode, "finished")
    services.note_saved(episode, None)
    assert services.submit_episode(annotator, episode).state == "submitted"


def clock_of(episode, now) -> float:
    """What the page shows while recording."""
    episode.refresh_from_db()
    return (now - episode.started_at).total_seconds() - episode.paused_s


@pytest.mark.parametrize("end", ["page closed", "host killed"])
def test_the_clock_stands_while_nobody_records(annotator, recording, later, monkeypatch, end):
    """Recorded for a minute, away for an hour, recorded for another minute."""
    episode = recording()
    start = episode.started_at
    at = lambda seconds: start + timedelta(seconds=seconds)  # noqa: E731
    clock = lambda seconds: monkeypatch.setattr(timezone, "now", lambda: at(seconds))  # noqa: E731
    clock(0)
    services.note_recorder(episode.pk, on=True)
    services.note_recorder(episode.pk, on=True)  # a second one at the same moment takes nothing off
    episode.steps.update(at=at(59), duration_ms=1000)
    clock(60)
    if end == "page closed":
        services.note_recorder(episode.pk, on=False)
    clock(3660)
    services.note_recorder(episode.pk, on=True)
    assert clock_of(episode, at(3660)) == pytest.approx(60, abs=1)
    clock(3720)
    episode = services.finish_episode(annotator, episode, "finished")
    assert episode.duration_s == pytest.approx(120, abs=1)
    assert Episode.objects.with_everything().get().duration == pytest.approx(120_000, abs=1000)
    services.note_saved(episode, None)
    clock(9000)
    monkeypatch.setattr(Device, "shown_state", "online")
    episode = services.resume_episode(annotator, episode)
    assert clock_of(episode, at(9000)) == pytest.approx(120, abs=1)


def test_what_was_lost_ends_where_it_was_last_recorded(annotator, recording, later, monkeypatch):
    episode = recording()
    end = episode.started_at + timedelta(seconds=30)
    episode.steps.update(at=end, duration_ms=0)
    devices.release_lease(episode.lease, annotator)
    services.interrupt_lost_recordings(later(seconds=3000))
    episode.refresh_from_db()
    assert episode.duration_s == pytest.approx(30, abs=1)


def test_one_that_never_began_fails(annotator, device, task, later):
    episode = services.start_episode(annotator, device, services.claim_task(annotator))
    devices.release_lease(episode.lease, annotator)
    services.interrupt_lost_recordings(later(seconds=30))
    episode.refresh_from_db()
    assert episode.state == "failed" and "no longer held" in episode.reason


def test_discarding_frees_the_phone_and_keeps_the_claim(annotator, recording, device):
    episode = services.discard_episode(annotator, recording(), "A slip")
    assert episode.state == "discarded" and device.current_lease() is None
    assert services.queue_of(annotator)["mine"] == episode.claim
    assert services.start_episode(annotator, device, episode.claim).state == "preparing"


def test_only_the_author_finishes_submits_and_discards(
    reviewer, researcher, recording, draft, make_device, make_task
):
    running, done = recording(), None
    for verb in (
        lambda p: services.finish_episode(p, running, "finished"),
        lambda p: services.submit_episode(p, running),
        lambda p: services.discard_episode(p, running, "x"),
        lambda p: services.resume_episode(p, running),
    ):
        for person in (reviewer, researcher):
            with pytest.raises(Forbidden):
                verb(person)
    assert done is None


def test_an_empty_trace_is_not_submitted(annotator, recording):
    episode = services.finish_episode(annotator, recording(steps=0), "finished")
    services.note_saved(episode, None)
    with pytest.raises(Conflict, match="no step"):
        services.submit_episode(annotator, episode)


def test_the_outcome_is_the_final_action():
    from evaluation.services.recording import outcome_action

    assert outcome_action("finished", "")["name"] == "finish"
    assert outcome_action("finished", "42") == {"name": "output", "arguments": {"text": "42"}}
    assert outcome_action("failed", "No such contact")["name"] == "call_user"
    assert outcome_action("infeasible", "")["arguments"]["text"]
