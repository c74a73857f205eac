"""The guard's rules: a lead's word on what agents must ask about on real phones."""

from django.db import IntegrityError, transaction

from evaluation.models import GuardRule
from evaluation.services.rows import must
from phonebuddy import audit
from phonebuddy.accounts import policies as people
from phonebuddy.api.errors import Conflict, Refused


def active_rules() -> list[dict]:
    """As ``evaluation.agents.guard`` reads them."""
    return list(GuardRule.objects.filter(active=True).values("name", "words"))


def set_guard_rule(user, rule: GuardRule | None = None, **fields) -> GuardRule:
    """Add a rule, or change one (name, words, active). Conflict "name_taken"."""
    must(people.can_lead(user), "Only a lead decides what agents must ask about.")
    if "words" in fields:
        fields["words"] = list(dict.fromkeys(word.strip() for word in fields["words"] if word.strip()))
        if not fields["words"]:
            raise Refused("A rule needs words.", "no_words", {"words": ["At least one."]})
    rule = rule or GuardRule()
    for name, value in fields.items():
        setattr(rule, name, value)
    try:
        with transaction.atomic():
            rule.save()
            audit.record(user, "guard.changed", rule, **fields)
    except IntegrityError as error:
        raise Conflict("There is a rule of that name.", "name_taken") from error
    return rule


@transaction.atomic
def delete_guard_rule(user, rule: GuardRule) -> None:
    must(people.can_lead(user), "Only a lead decides what agents must ask about.")
    audit.record(user, "guard.removed", rule, name=rule.name, words=rule.words)
    rule.delete()
