"""Giving a grade in one line."""

from evaluation import services
from evaluation.models import Answer


def answers(grade, *given, step=None):
    """`answers(grade, "y", "n", …)`: to the criteria in order, the rest of them being right."""
    right = [Answer.NO if c.negative else Answer.YES for c in grade.rubric.criteria.all()]
    wanted = [*given, *right[len(given) :]]
    return {
        str(c.pk): {"answer": answer, "step": step}
        for c, answer in zip(grade.rubric.criteria.all(), wanted, strict=True)
    }


def submit(grade, *given, **fields):
    """Submit with these answers; what else is needed is filled in."""
    usual = {"answers": answers(grade, *given), "side_effects": "none", "confidence": 3, "seconds": 30}
    if "n" in given[:2] or given[3:] == ("y",):
        usual["failure"] = "grounding"
    return services.submit_grade(grade.evaluator, grade, grade.version, **usual | fields)
