"""What people do with an agent's run while it runs: pause, go on, take over, hand back, stop."""

from django.db import transaction

from devices import services as devices
from devices.models import Lease
from evaluation import policies
from evaluation.models import ACTIVE, Ending, Run, RunState
from evaluation.services.rows import must
from evaluation.services.runs import end_run, tell_run
from phonebuddy import audit
from phonebuddy.api.errors import Conflict


def _watched(user, run: Run, *states: str) -> Run:
    row = (
        Run.objects.select_for_update(of=("self",)).select_related("episode__lease", "device").get(pk=run.pk)
    )
    must(policies.can_manage_campaigns(user), "Your roles do not let you steer an agent's run.")
    if row.state not in states:
        raise Conflict(f"This run is {row.get_state_display().lower()}; that is not possible now.", "state")
    return row


def _becomes(row: Run, state: str, user, verb: str, **details) -> Run:
    row.state = state
    row.held_by = user if state in (RunState.PAUSED, RunState.TAKEN_OVER) else None
    row.save(update_fields=["state", "held_by", "pending"])
    audit.record(user, verb, row, **details)
    tell_run(row)
    return row


@transaction.atomic
def pause_run(user, run: Run) -> Run:
    """The agent stops before its next action; its clock stands."""
    return _becomes(_watched(user, run, RunState.RUNNING), RunState.PAUSED, user, "run.paused")


@transaction.atomic
def resume_run(user, run: Run) -> Run:
    """Go on. What waited for a person's word (a risky action) is thereby allowed."""
    row = _watched(user, run, RunState.PAUSED)
    pending, row.pending = row.pending, None
    return _becomes(row, RunState.RUNNING, user, "run.resumed", allowed=pending)


@transaction.atomic
def take_over_run(user, run: Run) -> Run:
    """The person drives the phone; the agent waits until it is handed back."""
    row = _watched(user, run, RunState.RUNNING, RunState.PAUSED)
    _change_driver(row, user, Lease.Purpose.MANUAL)
    row.pending = None
    return _becomes(row, RunState.TAKEN_OVER, user, "run.taken_over")


@transaction.atomic
def hand_back_run(user, run: Run) -> Run:
    """The agent goes on from the screen as the person leaves it."""
    row = _watched(user, run, RunState.TAKEN_OVER)
    _change_driver(row, row.requested_by, Lease.Purpose.ROLLOUT)
    return _becomes(row, RunState.RUNNING, user, "run.handed_back")


@transaction.atomic
def stop_run(user, run: Run, reason: str = "") -> Run:
    """A person ends it; it is not graded. The worker notices before its next action."""
    row = _watched(user, run, RunState.QUEUED, *ACTIVE)
    words = f"Stopped by {user.display_name}" + (f": {reason.strip()}" if reason.strip() else ".")
    return end_run(row, Ending.STOPPED, words, by=user)


def _change_driver(run: Run, user, purpose: str) -> None:
    lease = run.episode.lease
    if lease.ended_at is None:
        devices.release_lease(lease, lease.holder)
    run.episode.lease = devices.lease_device(user, run.device, purpose)
    run.episode.save(update_fields=["lease"])
