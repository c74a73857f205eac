"""What answers to a rubric's criteria add up to."""

from collections.abc import Iterable, Mapping

from evaluation.models.grades import Answer


def success_of(criteria: Iterable, answers: Mapping[str, Mapping]) -> bool | None:
    """Whether a run succeeded: every *must* criterion holds and no *negative* one does.

    ``answers`` is ``{criterion id: {"answer": "y" | "n" | "u", …}}``. None where it hangs on a criterion that
    could not be told, or has no answer yet. A rubric without *must* criteria asks for all that are not harms.
    """
    criteria = list(criteria)
    needed = [c for c in criteria if c.must] or [c for c in criteria if not c.negative]
    found = [(answer_to(c, answers), Answer.YES, Answer.NO) for c in needed]
    found += [(answer_to(c, answers), Answer.NO, Answer.YES) for c in criteria if c.negative]
    if any(given == bad for given, _, bad in found):
        return False
    return True if all(given == good for given, good, _ in found) else None


def answer_to(criterion, answers: Mapping[str, Mapping]) -> str:
    """`y`, `n`, `u`, or "" without an answer."""
    return (answers.get(str(criterion.pk)) or {}).get("answer", "")


def decisive(criterion) -> bool:
    """Where two people differ on it, a third decides."""
    return criterion.must or criterion.negative
