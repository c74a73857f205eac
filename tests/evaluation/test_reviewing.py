"""Review: by somebody else, with a reason, once."""

import pytest

from evaluation import services
from evaluation.models import Task
from phonebuddy.api.errors import Conflict, Forbidden, Refused
from phonebuddy.audit.models import AuditEntry


def test_nobody_reviews_their_own_work(make_user, submitted):
    both = make_user("annotator", "reviewer", username="both")
    with pytest.raises(Forbidden, match="their own work"):
        services.review_episode(both, submitted(both), "accept", "I am great", "excellent")


def test_annotators_and_researchers_do_not_review(make_user, researcher, submitted):
    episode = submitted()
    for person in (make_user("annotator", username="other"), researcher):
        with pytest.raises(Forbidden):
            services.review_episode(person, episode, "reject", "no")


def test_a_review_needs_a_reason_and_an_acceptance_a_quality(reviewer, submitted):
    episode = submitted()
    with pytest.raises(Refused) as refusal:
        services.review_episode(reviewer, episode, "accept", " ")
    assert set(refusal.value.fields) == {"reason", "quality"}


def test_a_second_review_is_a_conflict(reviewer, lead, submitted):
    episode = submitted()
    services.review_episode(reviewer, episode, "accept", "Fine", "ok")
    with pytest.raises(Conflict, match="somebody may have reviewed it"):
        services.review_episode(lead, episode, "reject", "No")


def test_sent_back_and_submitted_again_is_reviewed_again(annotator, reviewer, submitted):
    episode = services.review_episode(reviewer, submitted(), "send_back", "Name the note")
    assert services.queue_of(annotator)["next"] == 0
    episode = services.submit_episode(annotator, episode)
    episode = services.review_episode(reviewer, episode, "accept", "Now yes", "good")
    assert list(episode.reviews.values_list("verdict", "reason")) == [
        ("send_back", "Name the note"),
        ("accept", "Now yes"),
    ]


def test_a_rejected_demonstration_frees_the_place_for_somebody_else(
    annotator, make_user, reviewer, submitted, task
):
    services.review_episode(reviewer, submitted(), "reject", "Wrong app")
    assert Task.objects.available().get() == task
    assert services.claim_task(make_user("annotator", username="other")).task == task
    with pytest.raises(Conflict):
        services.claim_task(annotator)


def test_the_longest_waiting_comes_first_and_never_ones_own(
    lead, reviewer, make_task, make_device, submitted, make_user
):
    from evaluation.models import Episode

    first = submitted(of=make_task("t1"), on=make_device("P1"))
    second = submitted(make_user("annotator", username="b"), of=make_task("t2"), on=make_device("P2"))
    own = submitted(lead, of=make_task("t3"), on=make_device("P3"))
    assert list(Episode.objects.to_review_by(reviewer)) == [first, second, own]
    assert list(Episode.objects.to_review_by(lead)) == [first, second]


def test_the_whole_story_is_in_the_audit(reviewer, submitted):
    services.review_episode(reviewer, submitted(), "accept", "Fine", "ok")
    verbs = AuditEntry.objects.filter(target_type="episode").order_by("id").values_list("verb", flat=True)
    assert list(verbs) == [
        "episode.started",
        "episode.recording",
        "episode.finished",
        "episode.submitted",
        "episode.accepted",
    ]
