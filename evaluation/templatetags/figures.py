"""Numbers as people read them in a report."""

from django import template

from evaluation.report.plots import NAMES

register = template.Library()


@register.filter
def percent(value, digits=1) -> str:
    return "–" if value is None else f"{100 * value:.{digits}f}"


@register.filter
def number(value, digits=2) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


@register.filter
def p_value(value) -> str:
    return "–" if value is None else "< 0.001" if value < 0.001 else f"{value:.3f}"


@register.filter
def slice_name(line) -> str:
    """What a line of the success table is about."""
    if line["slice"] == "difficulty":
        return f"Difficulty {line['value']}"
    return NAMES.get(line["value"], line["value"])


@register.filter
def words(code: str) -> str:
    return code.replace("_", " ").capitalize()
