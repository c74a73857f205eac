"""An episode as it reads at one revision: the rows that viewer, review, export and hash all share."""

from dataclasses import dataclass

from devices import actions
from devices.actions import Action
from evaluation import revisions
from evaluation.models import Episode, Revision, Step


@dataclass(slots=True)
class Row:
    index: int
    step: Step
    item: dict

    @property
    def action(self) -> Action:
        return actions.from_json(self.item.get("action") or self.step.action)

    @property
    def element(self) -> dict | None:
        return self.item.get("element", self.step.element)

    @property
    def edited(self) -> bool:
        return any(key in self.item for key in ("action", "element", "merged"))


def recorded(steps) -> dict[str, dict]:
    """Steps in the form that ``revisions`` works on."""
    return {
        str(s.pk): {"action": s.action, "element": s.element, "seq": s.seq, "size": (s.width, s.height)}
        for s in steps
    }


def items_of(
    episode: Episode, revision: Revision | None = None, steps: list[Step] | None = None
) -> list[dict]:
    revision = revision or episode.head
    steps = steps if steps is not None else list(episode.steps.all())
    return revisions.effective(revision.items, revision.last_seq, recorded(steps))


def trace(episode: Episode, revision: Revision | None = None) -> list[Row]:
    """The rows at a revision (default: the head), in order."""
    steps = list(episode.steps.select_related("screenshot", "thumbnail", "tree"))
    by_id = {str(s.pk): s for s in steps}
    return [Row(n, by_id[item["step"]], item) for n, item in enumerate(items_of(episode, revision, steps))]
