"""Who may do what to a task or an episode: predicates of person and row, nothing else."""

from phonebuddy.accounts import policies as people


def can_claim(user) -> bool:
    return people.can_annotate(user)


def can_record(user, episode) -> bool:
    return people.can_annotate(user) and episode.author_id == user.pk


def can_edit(user, episode) -> bool:
    from evaluation.models.episodes import EDITABLE

    return episode.author_id == user.pk and people.is_member(user) and episode.state in EDITABLE


def can_submit(user, episode) -> bool:
    return can_record(user, episode) and episode.may_become("submitted") and not episode.saving


def can_discard(user, episode) -> bool:
    mine = can_record(user, episode) or people.can_manage_devices(user)
    return people.is_member(user) and mine and episode.may_become("discarded")


def can_resume(user, episode) -> bool:
    return can_record(user, episode) and episode.state == "draft"


def can_review(user, episode) -> bool:
    """Never one's own work."""
    return people.can_review(user) and episode.author_id != user.pk and episode.state == "submitted"


def can_see_verdict(user, episode) -> bool:
    """Reviewers at once; the author only once it is handed in, so that nobody works towards it."""
    from evaluation.models.episodes import HANDED_IN

    return people.can_see_all_episodes(user) or episode.state in HANDED_IN


def can_manage_campaigns(user) -> bool:
    return people.can_manage_tasks(user)


def can_grade(user) -> bool:
    return people.can_grade(user)


def can_adjudicate(user, run, campaign) -> bool:
    """A third person: an evaluator of the campaign who has not graded the run, or a lead."""
    if people.can_lead(user):
        return True
    in_it = can_grade(user) and campaign.graders.filter(evaluator=user).exists()
    return in_it and not run.grades.standing().filter(evaluator=user).exists()


def can_import(user) -> bool:
    return people.can_manage_tasks(user) or people.can_annotate(user)


def can_see_blob(user, sha256: str) -> bool:
    """A picture, tree or video is seen by those who see an episode that holds it; pictures of a run also by
    those who grade it."""
    from django.db.models import Q

    from evaluation.models import Episode, Grade, Step

    episodes = Episode.objects.visible_to(user)
    graded = Grade.objects.standing().filter(evaluator=user).values("run__episode")
    pictures = Q(screenshot=sha256) | Q(thumbnail=sha256)
    if people.is_member(user) and Step.objects.filter(pictures, episode__in=graded).exists():
        return True
    held = Q(screenshot=sha256) | Q(thumbnail=sha256) | Q(tree=sha256)
    return (
        Step.objects.filter(held, episode__in=episodes.values("pk")).exists()
        or episodes.filter(video=sha256).exists()
    )
