from django import template

from training.admin.jobs import duration as in_words

register = template.Library()


@register.filter
def duration(seconds: float) -> str:
    return in_words(seconds)


@register.filter
def any_errors(fields) -> bool:
    return any(field.errors for field in fields)
