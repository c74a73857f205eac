"""Edits after the fact: each a new revision; what was recorded stays."""

from django.db import transaction
from django.db.models import Max

from evaluation import policies, revisions, traces, trees
from evaluation.models import Episode
from evaluation.revisions import EditError
from evaluation.services.recording import _revise
from evaluation.services.rows import announce, locked, must
from phonebuddy import audit
from phonebuddy.api.errors import Conflict, Refused


@transaction.atomic
def edit_episode(user, episode: Episode, op: str, base_revision: int, reason: str = "", **args) -> Episode:
    """One edit (set_text, delete, merge, retarget) on top of the head revision.

    Conflict "stale" when somebody else (or another tab) edited since ``base_revision`` was read.
    """
    episode = locked(episode)
    _may_edit(user, episode, base_revision)
    steps = {str(step.pk): step for step in episode.steps.select_related("tree")}
    recorded = traces.recorded(steps.values())
    items = traces.items_of(episode, steps=list(steps.values()))
    try:
        edited = _apply(op, items, recorded, steps, args)
    except EditError as error:
        raise Refused(str(error), "bad_edit") from error
    target = f"{args.get('step')}:{args.get('field', '')}"
    more = {"reason": reason, "target": target}
    head = episode.head
    if op == "set_text" and head.op == op and head.target == target and head.author_id == user.pk:
        more["parent"] = head.parent  # one run of typing is one step of undo
    revision = _revise(episode, user, op, edited, max((s.seq for s in steps.values()), default=-1), **more)
    episode.save(update_fields=["head"])
    audit.record(
        user, "episode.edited", episode, op=op, edited=target, revision=revision.number, reason=reason
    )
    announce(episode)
    return episode


def _apply(op: str, items, recorded: dict, steps: dict, args: dict) -> revisions.Items:
    step = str(args.get("step"))
    match op:
        case "set_text":
            return revisions.set_text(items, step, args.get("field", ""), args.get("text", ""))
        case "delete":
            return revisions.delete(items, step)
        case "merge":
            return revisions.merge(items, step, recorded)
        case "retarget":
            if step not in steps:
                raise EditError("This step is not in the trace (any more).")
            x, y = args.get("x"), args.get("y")
            row = steps[step]
            if not (isinstance(x, int) and isinstance(y, int) and 0 <= x < row.width and 0 <= y < row.height):
                raise EditError("The new point must lie on the screen.")
            element = _element_at(row, x, y)
            return revisions.retarget(items, step, x, y, args.get("point") or 0, element, recorded[step])
    raise EditError(f"There is no edit called {op!r}.")


def _element_at(step, x: int, y: int) -> dict | None:
    if step.tree is None:
        return None
    with step.tree.open() as file:
        return trees.element_at(trees.load(file.read()), x, y)


@transaction.atomic
def undo(user, episode: Episode, base_revision: int | None = None) -> Episode:
    """Back to the revision before; nothing is deleted, ``redo`` comes back."""
    episode = locked(episode)
    _may_edit(user, episode, base_revision)
    if not can_undo(episode):
        raise Conflict("There is nothing to undo.", "nothing_to_undo")
    return _point(user, episode, episode.head.parent, "episode.undone")


@transaction.atomic
def redo(user, episode: Episode, base_revision: int | None = None) -> Episode:
    episode = locked(episode)
    _may_edit(user, episode, base_revision)
    child = next_revision(episode)
    if child is None:
        raise Conflict("There is nothing to redo.", "nothing_to_redo")
    return _point(user, episode, child, "episode.redone")


def can_undo(episode: Episode) -> bool:
    """Not past the original, nor past the point where the recording went on."""
    return episode.head.parent_id is not None and episode.head.op != "resume"


def next_revision(episode: Episode):
    """What redo leads to: the newest revision made on top of the head."""
    return episode.head.children.order_by("-number").first() if episode.head else None


def _point(user, episode: Episode, revision, verb: str) -> Episode:
    episode.head = revision
    episode.save(update_fields=["head"])
    audit.record(user, verb, episode, revision=revision.number)
    announce(episode)
    return episode


def _may_edit(user, episode: Episode, base_revision: int | None) -> None:
    if episode.author_id == user.pk and not policies.can_edit(user, episode):
        words = episode.get_state_display().lower()
        raise Conflict(f"This episode is {words} and cannot be edited.", "state")
    must(policies.can_edit(user, episode), "Only its author edits an episode.")
    if base_revision is not None and base_revision != episode.head.number:
        latest = episode.revisions.aggregate(last=Max("number"))["last"]
        raise Conflict(
            f"This was edited elsewhere meanwhile (you saw revision {base_revision}, it is at "
            f"{episode.head.number} of {latest}). Your text is still here; reload and apply it again.",
            "stale",
        )
