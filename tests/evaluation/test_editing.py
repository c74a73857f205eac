"""Edits as rows: undo, redo, conflicts, and what is read-only."""

import pytest
from django.db import IntegrityError, transaction

from evaluation import services
from evaluation.models import Episode, Revision, Step
from evaluation.traces import trace
from phonebuddy.api.errors import Conflict, Forbidden, Refused


@pytest.fixture
def episode(draft):
    return draft()


@pytest.fixture
def edit(annotator):
    def make(episode, op, step, base=None, **args):
        base = episode.head.number if base is None else base
        return services.edit_episode(annotator, episode, op, base, step=str(step.pk), **args)

    return make


def test_undo_and_redo_move_the_head_and_delete_nothing(annotator, episode, edit):
    first, second = episode.steps.all()[:2]
    episode = edit(episode, "delete", first)
    episode = edit(episode, "set_text", second, field="thought", text="go")
    assert [len(trace(episode)), trace(episode)[0].item["thought"]] == [3, "go"]
    episode = services.undo(annotator, services.undo(annotator, episode))
    assert len(trace(episode)) == 4
    with pytest.raises(Conflict, match="nothing to undo"):
        services.undo(annotator, episode)
    episode = services.redo(annotator, services.redo(annotator, episode))
    assert trace(episode)[0].item["thought"] == "go"
    with pytest.raises(Conflict, match="nothing to redo"):
        services.redo(annotator, episode)
    assert Revision.objects.count() == 3 and Step.objects.count() == 4


def test_an_edit_after_undo_starts_a_new_branch(annotator, episode, edit):
    first, second = episode.steps.all()[:2]
    episode = services.undo(annotator, edit(episode, "delete", first))
    episode = edit(episode, "delete", second)
    assert episode.head.number == 2 and str(first.pk) == trace(episode)[0].item["step"]
    with pytest.raises(Conflict):
        services.redo(annotator, episode)


def test_a_run_of_typing_is_one_undo(annotator, episode, edit):
    first, second = episode.steps.all()[:2]
    for text in ("O", "Op", "Open"):
        episode = edit(episode, "set_text", first, field="thought", text=text)
    episode = edit(episode, "set_text", second, field="thought", text="Next")
    assert episode.head.number == 4
    episode = services.undo(annotator, episode)
    assert trace(episode)[0].item["thought"] == "Open"
    assert trace(services.undo(annotator, episode))[0].item["thought"] == ""


def test_each_revision_keeps_author_reason_and_time(annotator, episode, edit):
    revision = edit(episode, "delete", episode.steps.first(), reason="A slip").head
    assert (revision.author, revision.reason) == (annotator, "A slip") and revision.created_at


def test_retarget_takes_the_element_from_the_stored_tree(episode, edit):
    episode = edit(episode, "retarget", episode.steps.first(), x=300, y=50)
    row = trace(episode)[0]
    assert row.action.points == ((300, 50),) and row.element["id"] == "title" and row.edited
    assert row.step.action["arguments"]["points"] == [[10, 20]], "as recorded stays"
    with pytest.raises(Refused, match="on the screen"):
        edit(episode, "retarget", row.step, x=5000, y=5)


def test_nobody_else_edits(reviewer, lead, episode):
    for person in (reviewer, lead):
        with pytest.raises(Forbidden):
            services.edit_episode(person, episode, "delete", 0, step=str(episode.steps.first().pk))


def test_thoughts_can_be_written_while_recording(annotator, recording, add_step, edit):
    episode = recording(steps=2)
    episode = edit(episode, "set_text", episode.steps.first(), field="instruction", text="Tap it")
    add_step(episode)
    assert [row.item["instruction"] for row in trace(episode)] == ["Tap it", "", ""]


def test_what_was_handed_in_is_edited_only_when_sent_back(annotator, reviewer, submitted, edit):
    episode = submitted()
    step = episode.steps.first()
    with pytest.raises(Conflict, match="submitted and cannot be edited"):
        edit(episode, "delete", step)
    episode = services.review_episode(reviewer, episode, "send_back", "The first tap is a slip")
    episode = edit(episode, "delete", step)
    assert services.submit_episode(annotator, episode).state == "submitted"


def test_the_database_itself_keeps_accepted_episodes_read_only(reviewer, submitted):
    episode = services.review_episode(reviewer, submitted(), "accept", "Fine", "ok")
    step, head = episode.steps.first(), episode.head

    def refused(change):
        with (
            pytest.raises(IntegrityError, match=r"read-only|stay as recorded|never changed"),
            transaction.atomic(),
        ):
            change()

    refused(lambda: Episode.objects.filter(pk=episode.pk).update(goal="other"))
    refused(lambda: Episode.objects.filter(pk=episode.pk).update(state="draft", quality=""))
    refused(lambda: Step.objects.filter(pk=step.pk).update(duration_ms=1))
    refused(lambda: step.delete())
    refused(lambda: Revision.objects.filter(pk=head.pk).update(items=[]))
    refused(lambda: Revision.objects.create(episode=episode, number=9, op="x", author=episode.author))


def test_steps_that_were_handed_in_stay_as_recorded(submitted):
    step = submitted().steps.first()
    with pytest.raises(IntegrityError, match="stay as recorded"), transaction.atomic():
        Step.objects.filter(pk=step.pk).update(action={"name": "wait", "arguments": {"time": 1}})
