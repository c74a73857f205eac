"""Agents: made, described anew, put away. What an agent *is* never changes once it has run."""

from django.db import IntegrityError, transaction

from evaluation import policies
from evaluation.agents.dialects import DIALECTS
from evaluation.models import Agent
from evaluation.services.rows import must
from phonebuddy import audit
from phonebuddy.api.errors import Conflict, Refused

DESCRIPTION = ("name", "description", "archived")


def create_agent(user, **fields) -> Agent:
    """Conflict "name_taken"; Refused, field by field, when it could never run."""
    must(policies.can_manage_campaigns(user), "Your roles do not let you make agents.")
    _must_make_sense(fields)
    try:
        with transaction.atomic():
            agent = Agent.objects.create(**fields)
            audit.record(user, "agent.created", agent, policy=agent.policy)
    except IntegrityError as error:
        raise Conflict("There is an agent of that name.", "name_taken") from error
    return agent


@transaction.atomic
def change_agent(user, agent: Agent, **fields) -> Agent:
    """Rename, describe, archive; all else only while it has no runs. Conflict "has_runs", "name_taken"."""
    must(policies.can_manage_campaigns(user), "Your roles do not let you change agents.")
    agent = Agent.objects.select_for_update().get(pk=agent.pk)
    if agent.runs.exists() and (locked := sorted(fields.keys() - set(DESCRIPTION))):
        raise Conflict(
            f"This agent has runs, so its {', '.join(locked)} stays as it was. Make another agent.",
            "has_runs",
        )
    for name, value in fields.items():
        setattr(agent, name, value)
    _must_make_sense({name: getattr(agent, name) for name in ("policy", "dialect", "settings")})
    try:
        with transaction.atomic():
            agent.save(update_fields=[*fields] or None)
    except IntegrityError as error:
        raise Conflict("There is an agent of that name.", "name_taken") from error
    audit.record(user, "agent.changed", agent, fields=sorted(fields))
    return agent


def _must_make_sense(fields: dict) -> None:
    settings, wrong = fields.get("settings") or {}, {}
    if fields.get("dialect", "phonebuddy-json") not in DIALECTS:
        wrong["dialect"] = [f"One of {', '.join(sorted(DIALECTS))}."]
    if not isinstance(settings, dict):
        wrong["settings"] = ["Settings are an object."]
    elif fields.get("policy") == "endpoint":
        missing = [name for name in ("base_url", "model") if not isinstance(settings.get(name), str)]
        if missing:
            wrong["settings"] = [f"An endpoint needs {' and '.join(missing)}."]
        elif not settings["base_url"].startswith(("http://", "https://")):
            wrong["settings"] = ["base_url begins with http:// or https://."]
    elif fields.get("policy") == "oracle":
        rate = settings.get("error_rate", 0)
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
            wrong["settings"] = ["error_rate is a number from 0 to 1."]
        pace = settings.get("pace", 1)
        if isinstance(pace, bool) or not isinstance(pace, int | float) or not 1 <= pace <= 10:
            wrong["settings"] = ["pace is a number from 1 to 10."]
    if isinstance(settings, dict) and any(
        "key" in name.lower() for name in settings.keys() - {"api_key_env"}
    ):
        wrong["settings"] = ["No key belongs here: name the variable that holds it in api_key_env."]
    if wrong:
        raise Refused("This agent could not run.", "bad_agent", wrong)
