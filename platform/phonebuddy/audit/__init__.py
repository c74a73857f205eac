"""`audit.record(actor, "task.claimed", task, reason=…)`: one row for every mutation."""

from typing import Any


def record(actor, verb: str, target, **details: Any):
    """Write one AuditEntry. `actor` is a User or None (the system), `target` a saved model instance or a
    plain string. Call it inside the verb's transaction."""
    from phonebuddy.audit.models import AuditEntry

    is_row = hasattr(target, "_meta")
    return AuditEntry.objects.create(
        actor=actor if getattr(actor, "pk", None) else None,
        actor_name=actor.get_username() if getattr(actor, "pk", None) else "system",
        verb=verb,
        target_type=target._meta.model_name if is_row else "name",
        target_id=str(target.pk) if is_row else str(target)[:64],
        target_name=str(target)[:200],
        details=details,
    )
