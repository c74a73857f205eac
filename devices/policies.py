"""Who may do what with a phone: pure predicates over the roles of phonebuddy.accounts.policies."""

from phonebuddy.accounts import policies as people


def can_watch(user) -> bool:
    """See the phones, their screens and their leases: anyone with a role."""
    return people.is_member(user)


def can_drive(user) -> bool:
    """Take a lease and touch a phone."""
    return people.can_drive_devices(user)


def can_take_over(user) -> bool:
    return people.can_take_over(user)


def can_manage(user) -> bool:
    """Rename a phone, take it out for maintenance."""
    return people.can_manage_devices(user)


def can_play_gallery(user) -> bool:
    """Play the mock phone's apps, see their state and their specs: whoever makes tasks and agents."""
    return people.can_manage_tasks(user)


def can_release(user, lease) -> bool:
    """One's own lease; a lead ends anyone's by taking it over, which asks for a reason."""
    return lease.holder_id == user.pk
