"""Who may do what, by the person alone. What depends on a phone or an episode is decided there."""

from phonebuddy.accounts.models import Role


def is_member(user) -> bool:
    return bool(user.is_authenticated and user.is_active and user.roles)


def can_drive_devices(user) -> bool:
    return is_member(user) and user.has_role(Role.ANNOTATOR, Role.EVALUATOR, Role.LEAD, Role.RESEARCHER)


def can_annotate(user) -> bool:
    return is_member(user) and user.has_role(Role.ANNOTATOR, Role.LEAD)


def can_review(user) -> bool:
    return is_member(user) and user.has_role(Role.REVIEWER, Role.LEAD)


def can_start_free_task(user) -> bool:
    return can_annotate(user)


def can_take_over(user) -> bool:
    return is_member(user) and user.has_role(Role.LEAD)


def can_manage_devices(user) -> bool:
    return is_member(user) and user.has_role(Role.LEAD)


def can_manage_tasks(user) -> bool:
    return is_member(user) and user.has_role(Role.LEAD, Role.RESEARCHER)


def can_grade(user) -> bool:
    """Grade agents' runs blind. Whoever may see which agent it was cannot: see `can_manage_tasks`."""
    return is_member(user) and user.has_role(Role.EVALUATOR) and not can_manage_tasks(user)


def can_lead(user) -> bool:
    return is_member(user) and user.has_role(Role.LEAD)


def can_see_all_episodes(user) -> bool:
    return is_member(user) and user.has_role(Role.REVIEWER, Role.EVALUATOR, Role.LEAD, Role.RESEARCHER)


def can_see_audit(user) -> bool:
    return is_member(user) and user.has_role(Role.LEAD)


def can_manage_people(user) -> bool:
    return is_member(user) and user.has_role(Role.ADMIN)


def permissions_of(user) -> dict[str, bool]:
    """What the front end shows or hides; the server checks again at every verb."""
    return {
        "drive_devices": can_drive_devices(user),
        "annotate": can_annotate(user),
        "review": can_review(user),
        "free_task": can_start_free_task(user),
        "take_over": can_take_over(user),
        "manage_devices": can_manage_devices(user),
        "manage_tasks": can_manage_tasks(user),
        "grade": can_grade(user),
        "see_all_episodes": can_see_all_episodes(user),
        "see_audit": can_see_audit(user),
        "manage_people": can_manage_people(user),
    }
