"""Campaigns: planned, frozen at launch, run, closed."""

import hashlib
import json
import random

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import IntegrityError, transaction
from django.utils import timezone

from evaluation import policies
from evaluation.models import (
    Answer,
    Campaign,
    CampaignAgent,
    CampaignEvaluator,
    CampaignState,
    DeviceKind,
    GoldItem,
    Run,
)
from evaluation.rubrics import success_of
from evaluation.services.rows import must
from evaluation.services.suites import freeze_suite
from phonebuddy import audit
from phonebuddy.api.errors import Conflict, Refused

PLANNED = ("name", "description", "suite", "attempts", "overlap", "retries", "device_kind", "seed")


def campaign_group(campaign_id) -> str:
    """The channel-layer group of everyone who watches this campaign."""
    return f"campaign.{campaign_id}"


def tell_campaign(campaign_id, what: str = "changed", **details) -> None:
    """After the commit, tell those who watch a campaign."""
    message = {"type": f"campaign.{what}", "campaign": str(campaign_id), **details}

    def send():
        if layer := get_channel_layer():
            async_to_sync(layer.group_send)(campaign_group(campaign_id), message)

    transaction.on_commit(send, robust=True)


def create_campaign(user, agents: list, evaluators: list, **plan) -> Campaign:
    """A draft: `plan` holds name, suite and, if not as usual, attempts, overlap, retries, device_kind, seed.

    Conflict "name_taken".
    """
    must(policies.can_manage_campaigns(user), "Your roles do not let you plan campaigns.")
    try:
        with transaction.atomic():
            campaign = Campaign.objects.create(created_by=user, **plan)
            _set_members(campaign, agents, evaluators)
            audit.record(user, "campaign.created", campaign, suite=campaign.suite_id)
    except IntegrityError as error:
        raise Conflict("There is a campaign of that name.", "name_taken") from error
    return campaign


@transaction.atomic
def change_campaign(
    user, campaign: Campaign, agents: list | None = None, evaluators: list | None = None, **plan
):
    """Change a draft. Once launched only evaluators can be added (never taken away)."""
    campaign = _locked(user, campaign)
    if campaign.state != CampaignState.DRAFT:
        if plan or agents is not None or evaluators is None:
            raise Conflict("The plan was frozen at launch; only evaluators can be added.", "frozen")
        _must_be_able_to_grade(evaluators)
        for person in evaluators:
            CampaignEvaluator.objects.get_or_create(campaign=campaign, evaluator=person)
    else:
        for name, value in plan.items():
            setattr(campaign, name, value)
        campaign.save(update_fields=[*plan] or None)
        _set_members(campaign, agents, evaluators)
    audit.record(user, "campaign.changed", campaign, fields=sorted(plan))
    tell_campaign(campaign.pk)
    return campaign


def _set_members(campaign: Campaign, agents, evaluators) -> None:
    if agents is not None:
        campaign.arms.all().delete()
        CampaignAgent.objects.bulk_create(
            CampaignAgent(campaign=campaign, agent=agent, position=n) for n, agent in enumerate(agents)
        )
    if evaluators is not None:
        _must_be_able_to_grade(evaluators)
        campaign.graders.all().delete()
        CampaignEvaluator.objects.bulk_create(
            CampaignEvaluator(campaign=campaign, evaluator=person) for person in evaluators
        )


def _must_be_able_to_grade(evaluators) -> None:
    blind = "Graders are evaluators who are neither lead nor researcher: those can see which agent it was."
    unfit = [person.username for person in evaluators if not policies.can_grade(person)]
    if unfit:
        raise Refused(blind, "cannot_grade", {"evaluators": [f"{', '.join(unfit)} cannot grade."]})


@transaction.atomic
def launch_campaign(user, campaign: Campaign) -> Campaign:
    """Freeze the plan and queue its runs, in an order that mixes agents and never repeats a task at once.

    Refused, field by field, when something is missing: tasks, rubrics, agents, enough evaluators.
    """
    campaign = _locked(user, campaign)
    _move(campaign, CampaignState.RUNNING)
    tasks = list(campaign.suite.tasks.prefetch_related("rubrics__criteria").order_by("key"))
    agents = [arm.agent for arm in campaign.arms.select_related("agent")]
    evaluators = list(campaign.evaluators.order_by("pk"))
    _must_be_complete(campaign, tasks, agents, evaluators)
    campaign.suite = suite = freeze_suite(user, campaign.suite)
    campaign.plan = _plan(campaign, suite, tasks, agents, evaluators)
    text = json.dumps(campaign.plan, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    campaign.plan_hash = hashlib.sha256(text.encode()).hexdigest()
    campaign.launched_at = timezone.now()
    campaign.save()
    chance = random.Random(campaign.seed)
    places = [(task, agent, k) for k in range(1, campaign.attempts + 1) for task in tasks for agent in agents]
    Run.objects.bulk_create(
        Run(
            campaign=campaign, agent=agent, task=task, attempt=attempt, position=position,
            seed=chance.randrange(2**31), requested_by=user,
        )
        for position, (task, agent, attempt) in enumerate(interleaved(places, chance))
    )  # fmt: skip
    audit.record(user, "campaign.launched", campaign, plan=campaign.plan_hash, runs=len(places))
    tell_campaign(campaign.pk, "launched")
    return campaign


def _must_be_complete(campaign, tasks, agents, evaluators) -> None:
    missing = {}
    bare = [task.key for task in tasks if not task.rubrics.all()]
    if not tasks:
        missing["suite"] = ["The suite has no tasks."]
    elif bare:
        more = f" and {len(bare) - 3} more" if len(bare) > 3 else ""
        missing["suite"] = [f"These tasks have no rubric: {', '.join(bare[:3])}{more}."]
    elif amiss := [task.key for task in tasks if not _fits(task.device_kind, campaign.device_kind)]:
        more = f" and {len(amiss) - 3} more" if len(amiss) > 3 else ""
        missing["device_kind"] = [f"These tasks need another kind of phone: {', '.join(amiss[:3])}{more}."]
    if not agents:
        missing["agents"] = ["Choose at least one agent."]
    if len(evaluators) < campaign.overlap:
        missing["evaluators"] = [
            f"{campaign.overlap} grades a run need as many evaluators; there are {len(evaluators)}."
        ]
    if missing:
        raise Refused("The campaign is not complete.", "incomplete", missing)
    _must_be_able_to_grade(evaluators)


def _fits(of_task: str, of_plan: str) -> bool:
    """Whether a task can be run on the phones of a plan."""
    stood_in = (of_task, of_plan) == (DeviceKind.REAL, DeviceKind.STAND_IN)
    return DeviceKind.ANY in (of_task, of_plan) or of_task == of_plan or stood_in


def _plan(campaign, suite, tasks, agents, evaluators) -> dict:
    """Everything that decides how the figures come about, as plain data."""
    fields = ("name", "policy", "dialect", "observation", "image_width", "settings", "seed", "step_limit")
    return {
        "suite": {"name": suite.name, "hash": suite.hash, "tasks": len(tasks)},
        "rubrics": {task.key: task.rubrics.all()[0].version for task in tasks},
        "agents": [{name: getattr(agent, name) for name in fields} for agent in agents],
        "evaluators": [person.username for person in evaluators],
        "attempts": campaign.attempts,
        "overlap": campaign.overlap,
        "device_kind": campaign.device_kind,
        "seed": campaign.seed,
        "exclusion": f"After infrastructure trouble an attempt is tried up to {campaign.retries} times more; "
        "an attempt without a valid trial is left out, and counted.",
        "adjudication": "A third person decides where grades differ on success or on what decides it."
        if campaign.overlap
        else "Nobody grades: the verifier's word counts and, where there is none, the judge's.",
    }


def interleaved(places: list[tuple], chance: random.Random) -> list[tuple]:
    """`(task, agent, attempt)` shuffled, without two of one task in a row where that is possible."""
    chance.shuffle(places)
    left, order = list(places), []
    while left:
        last = order[-1][0] if order else None
        at = next((n for n, place in enumerate(left) if place[0] != last), None)
        if at is None:  # only this task is left: put what remains between others, earlier
            for place in left:
                _put_between(order, place)
            break
        order.append(left.pop(at))
    return order


def _put_between(order, place):
    task = place[0]
    for at in range(len(order) + 1):
        before = order[at - 1][0] if at else None
        after = order[at][0] if at < len(order) else None
        if task not in (before, after):
            order.insert(at, place)
            return
    order.append(place)


def pause_campaign(user, campaign: Campaign) -> Campaign:
    """No further run begins and nobody gets a further grade; what is under way goes on."""
    return _become(user, campaign, CampaignState.PAUSED)


def resume_campaign(user, campaign: Campaign) -> Campaign:
    return _become(user, campaign, CampaignState.RUNNING)


def close_campaign(user, campaign: Campaign) -> Campaign:
    """The figures are final: queued runs are not made, open grades are not waited for."""
    return _become(user, campaign, CampaignState.CLOSED)


@transaction.atomic
def _become(user, campaign, state):
    campaign = _locked(user, campaign)
    _move(campaign, state)
    if state == CampaignState.CLOSED:
        campaign.closed_at = timezone.now()
    campaign.save(update_fields=["state", "closed_at"])
    audit.record(user, f"campaign.{state}", campaign)
    tell_campaign(campaign.pk, state)
    return campaign


@transaction.atomic
def add_gold(
    user, campaign: Campaign, run: Run, answers: dict, phase: str = "hidden", explanation: str = ""
) -> GoldItem:
    """Let every evaluator of the campaign grade a run whose right answers are known.

    `answers` is {criterion id: "y" | "n"}, for every criterion. Refused for runs of this campaign itself
    (they would be graded twice over) and for answers that leave success open.
    """
    campaign = _locked(user, campaign)
    if run.campaign_id == campaign.pk:
        raise Refused("A gold item comes from elsewhere, or it would count twice.", "own_run")
    if not Run.objects.gradable().filter(pk=run.pk).exists():
        raise Refused("This run has not ended in a way that can be graded.", "not_gradable")
    rubric = run.task.rubrics.first()
    criteria = list(rubric.criteria.all()) if rubric else []
    known = {str(c.pk): answers.get(str(c.pk)) for c in criteria}
    if not criteria or set(known.values()) - {Answer.YES, Answer.NO}:
        raise Refused("Answer every criterion with y or n.", "answers", {"answers": ["y or n for each."]})
    success = success_of(criteria, {key: {"answer": value} for key, value in known.items()})
    item, _ = GoldItem.objects.update_or_create(
        campaign=campaign,
        run=run,
        defaults={"answers": known, "success": success, "phase": phase, "explanation": explanation},
    )
    audit.record(user, "campaign.gold_added", campaign, run=str(run.pk), phase=phase)
    return item


def _locked(user, campaign: Campaign) -> Campaign:
    must(policies.can_manage_campaigns(user), "Your roles do not let you manage campaigns.")
    return Campaign.objects.select_for_update(of=("self",)).select_related("suite").get(pk=campaign.pk)


def _move(campaign: Campaign, state: str) -> None:
    if not campaign.may_become(state):
        words = campaign.get_state_display().lower()
        raise Conflict(f"This campaign is {words}; that is not possible now.", "state")
    campaign.state = state
