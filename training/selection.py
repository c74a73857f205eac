"""From rows to episodes: which demonstrations and runs a dataset takes, and which it must not.

A query is plain JSON, kept with the dataset: ``{"sources": ["human"], "since": "2026-01-31"}``:
what is not named may be anything. ``clean`` reads it, ``candidates`` finds the rows. What is held out is left
out, with its reason, and refused when it is asked for by name.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from django.contrib.auth import get_user_model
from django.db.models import F, Func, IntegerField, Prefetch, Q, QuerySet, Sum

from evaluation.models import (
    Agent,
    Category,
    DeviceKind,
    Episode,
    EpisodeKind,
    EpisodeState,
    Grade,
    Outcome,
    Quality,
    Rubric,
    Run,
    Step,
    Suite,
    Task,
)
from evaluation.models.runs import GRADED
from phonebuddy.accounts.models import Role
from phonebuddy.api.errors import Refused
from training.data import episodes as data
from training.data.heldout import LEARNT, PHONEWORLD, Guard, bundled_rubrics, folded, splits, template_of
from training.models import Purpose

NO_SUITE = "-"  # a free task, or one of no suite
JUDGED = ("grade", "verdict", "judge")
CHUNK = 50


@dataclass(frozen=True, slots=True)
class Field:
    """What can be asked for. ``type``: choices (several of them), date, or number."""

    name: str
    label: str
    help: str
    type: str = "choices"
    choices: tuple[tuple[str, str], ...] = ()


def fields() -> list[Field]:
    """The filters, with what can be chosen now. Held-out suites are no choice."""
    people = get_user_model().objects.filter(episodes__kind=EpisodeKind.DEMONSTRATION).distinct()
    suites = [(s.name, str(s)) for s in Suite.objects.filter(held_out=False)]
    apps = sorted({app for apps in Task.objects.values_list("apps", flat=True) for app in apps})
    return [
        Field(
            "sources",
            "Who acted",
            "",
            choices=(
                ("human", "People"),
                ("rollout", "Agents"),
                ("oracle", "Only the oracles' demonstrations"),
            ),
        ),
        Field("suites", "Suites", "", choices=(*suites, (NO_SUITE, "No suite"))),
        Field(
            "splits",
            "Split",
            "Of PhoneWorld's task templates",
            choices=((LEARNT, "Training"), (NO_SUITE, "None")),
        ),
        Field("categories", "Kind of task", "", choices=tuple(Category.choices)),
        Field("apps", "Apps", "Tasks that use any of them", choices=tuple((a, a) for a in apps)),
        Field("device_kinds", "Phones", "", choices=tuple(c for c in DeviceKind.choices if c[0] != "any")),
        Field("roles", "Roles of the author", "", choices=tuple(Role.choices)),
        Field("authors", "Authors", "", choices=tuple((p.username, p.display_name) for p in people)),
        Field("agents", "Agents", "", choices=tuple((a.name, a.name) for a in Agent.objects.all())),
        Field("qualities", "Quality", "A reviewer's word", choices=tuple(Quality.choices)),
        Field(
            "outcomes",
            "Outcome",
            "Of agents' runs only successes are imitated, whatever is chosen here",
            choices=(*Outcome.choices, ("success", "A run that succeeded"), ("failure", "A run that failed")),
        ),
        Field(
            "judged_by",
            "Success is told by",
            "In this order; all of them if none is chosen",
            choices=(("grade", "People's grades"), ("verdict", "The verifier"), ("judge", "A judge")),
        ),
        Field("since", "From", "", "date"),
        Field("until", "To", "That day too", "date"),
    ]


def guard() -> Guard:
    """What is held out here: PhoneWorld-150, and every suite that is marked so."""
    found = Guard.bundled()
    for name, key, goal, zh in Task.objects.filter(suite__held_out=True).values_list(
        "suite", "key", "goal", "goal_zh"
    ):
        found.add(name, key, goal, zh)
    found.suites.update(Suite.objects.filter(held_out=True).values_list("name", flat=True))
    return found


def clean(query: dict) -> dict:
    """The query in its one form. Refused, by field, for what it cannot be, or must not ask for."""
    if not isinstance(query, dict):
        raise _refused("A query is an object of filters.")
    known = {f.name: f for f in fields()}
    kept = guard()
    found: dict = {}
    for name, value in sorted(query.items()):
        if value in (None, "", []):
            continue
        if name not in known:
            raise _refused(f"There is no filter {name!r}; there are {', '.join(known)}.")
        if known[name].type == "date":
            found[name] = _day(name, value)
            continue
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
            raise _refused(f"{name} must be a list of texts.")
        _must_be_open(name, values, kept)
        if unknown := sorted(set(values) - {v for v, _ in known[name].choices}):
            raise _refused(f"{name}: there is no {unknown[0]!r}.")
        found[name] = sorted(set(values))
    return found


def _must_be_open(name: str, values: list[str], kept: Guard) -> None:
    if name == "suites" and (closed := sorted(set(values) & kept.suites)):
        raise _refused(f"The suite {closed[0]} is held out for measuring; nothing of it can be learnt from.")
    if name == "splits" and (closed := sorted(set(values) & {"test", "validation"})):
        raise _refused(f"The split {closed[0]!r} is kept for measuring; only {LEARNT!r} can be learnt from.")
    if name == "apps" and (why := kept.why_not(data.TaskRef("", apps=tuple(values)))):
        raise _refused(why)


def _day(name: str, value) -> str:
    try:
        return date.fromisoformat(str(value)[:10]).isoformat()
    except ValueError as error:
        raise _refused(f"{name} must be a day like 2026-01-31.") from error


def _refused(words: str) -> Refused:
    return Refused(words, "invalid", {"query": [words]})


@dataclass(slots=True)
class Candidate:
    """A row that the query asks for. ``reward``: by whose word is in ``judged_by``. ``why_not``: "" or why it
    cannot enter."""

    episode: Episode
    task: data.TaskRef
    source: data.Source
    reward: float | None = None
    judged_by: str = ""
    why_not: str = ""
    grades: list[Grade] = field(default_factory=list)


def candidates(query: dict, purpose: str = Purpose.SFT) -> Iterator[Candidate]:
    """Every row that a clean query asks for, the held-out ones with their reason, oldest first."""
    kept = guard()
    wanted = set(query.get("outcomes", ()))
    rubrics = _held_out_rubrics() if purpose == Purpose.JUDGE else {}
    rows = _rows(query, purpose)
    ids = list(rows.values_list("pk", flat=True))
    for start in range(0, len(ids), CHUNK):
        chunk = ids[start : start + CHUNK]
        found = {e.pk: e for e in rows.filter(pk__in=chunk)}
        used = _packages(chunk)
        for pk in chunk:
            if pk in found and (one := _candidate(found[pk], query, purpose, wanted)):
                one.why_not = kept.why_not(one.task, found[pk].goal, used.get(pk, ())) or _of_rubric(
                    one, rubrics
                )
                yield one


def _held_out_rubrics() -> dict[frozenset, str]:
    """The words of every rubric of a held-out suite -> the suite: a copy of it is known by them."""
    found = dict.fromkeys(bundled_rubrics(), PHONEWORLD)
    kept = Rubric.objects.filter(task__suite__held_out=True).select_related("task")
    for rubric in kept.prefetch_related("criteria"):
        found[frozenset(folded(c.text) for c in rubric.criteria.all())] = rubric.task.suite_id
    return found


def _of_rubric(one: "Candidate", rubrics: dict[frozenset, str]) -> str:
    for grade in one.grades:
        words = frozenset(folded(c.text) for c in grade.rubric.criteria.all())
        if name := rubrics.get(words):
            return f"Its rubric is one of the suite {name}, which is held out for measuring."
    return ""


def _rows(query: dict, purpose: str) -> QuerySet[Episode]:
    human = Q(kind=EpisodeKind.DEMONSTRATION, state=EpisodeState.ACCEPTED)
    agent = Q(kind=EpisodeKind.ROLLOUT, run__state="ended", run__ending__in=GRADED)
    sources = query.get("sources") or ["human", "rollout"]
    if purpose == Purpose.JUDGE:
        sources = ["rollout"]
    which = Q(pk=None)
    for name, part in (("human", human), ("rollout", agent)):
        which |= part if name in sources else Q(pk=None)
    found = Episode.objects.filter(which, head__isnull=False)
    if roles := query.get("roles"):
        found = found.filter(author__roles__overlap=roles)
    for name, place in (
        ("authors", "author__username"),
        ("agents", "run__agent__name"),
        ("qualities", "quality"),
    ):
        if name in query:
            found = found.filter(**{f"{place}__in": query[name]})
    if since := query.get("since"):
        found = found.filter(created_at__gte=_midnight(since))
    if until := query.get("until"):
        found = found.filter(created_at__lt=_midnight(until) + timedelta(days=1))
    related = ("task__suite", "author", "head", "device", "run__agent", "run__task", "run__campaign")
    grades = Prefetch(
        "run__grades", Grade.objects.submitted().select_related("rubric").prefetch_related("rubric__criteria")
    )
    return (
        found.select_related(*related)
        .prefetch_related(grades, "run__judgements")
        .order_by("created_at", "pk")
    )


def _midnight(day: str) -> datetime:
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)


def _packages(ids: list) -> dict:
    """The packages that were in front, by episode."""
    used: dict = {}
    for pk, package in (
        Step.objects.filter(episode__in=ids).values_list("episode", "foreground__package").distinct()
    ):
        if package:
            used.setdefault(pk, set()).add(package)
    return used


def _candidate(episode: Episode, query: dict, purpose: str, wanted: set[str]) -> Candidate | None:
    task = task_ref(episode)
    kinds = {"categories": task.category, "suites": task.suite or NO_SUITE, "splits": task.split or NO_SUITE}
    if any(name in query and value not in query[name] for name, value in kinds.items()):
        return None
    if "apps" in query and not set(query["apps"]) & set(task.apps):
        return None
    if "device_kinds" in query and episode.origin.get("device_kind") not in query["device_kinds"]:
        return None
    if episode.kind == EpisodeKind.DEMONSTRATION:
        if wanted and episode.outcome not in wanted:
            return None
        reward = None if episode.outcome == Outcome.FAILED else 1.0
        return Candidate(episode, task, data.Source.HUMAN, reward, "review")
    run: Run = episode.run
    reward, by = _reward(run, episode, query.get("judged_by") or JUDGED)
    grades = [g for g in run.grades.all() if g.kind == "grade" and g.success is not None]
    if purpose == Purpose.JUDGE:
        return Candidate(episode, task, data.Source.ROLLOUT, reward, by, grades=grades) if grades else None
    outcome = {1.0: "success", 0.0: "failure"}.get(reward)
    if outcome is None or (purpose == Purpose.SFT and outcome == "failure"):
        return None
    if wanted & {"success", "failure"} and outcome not in wanted:
        return None
    return Candidate(episode, task, data.Source.ROLLOUT, reward, by)


def _reward(run: Run, episode: Episode, judged_by: Iterable[str]) -> tuple[float | None, str]:
    """1 or 0, and whose word it is; people's word before the verifier's before a judge's."""
    for by in JUDGED:
        if by not in judged_by:
            continue
        if by == "grade":
            said = [g.success for g in run.grades.all() if g.authoritative]
        elif by == "verdict":
            said = [episode.verdict.get("success")] if episode.verdict else []
        else:
            said = [j.success for j in run.judgements.all()]
        said = [word for word in said if word is not None]
        if said:
            return float(said[-1]), by
    return None, ""


def task_ref(episode: Episode) -> data.TaskRef:
    """The task as its row tells it; of an imported episode as its file told it."""
    if episode.task:
        row = episode.task
        key, of, category, apps = row.key, row.suite_id or "", row.category, row.apps
    else:
        told = episode.origin.get("task") or {}
        key, of = str(told.get("key", "")), str(told.get("suite", ""))
        category, apps = str(told.get("category", "app")), told.get("apps", ())
    template = template_of(key)
    return data.TaskRef(key, of, category, tuple(apps), 0, template, splits().get(template, ""))


def refusals(found: Iterable[Candidate]) -> list[dict]:
    """[{what, why, n}] of what cannot enter, the most frequent first."""
    counted = Counter(
        (c.task.suite or c.task.template or c.task.key or "a free task", c.why_not)
        for c in found
        if c.why_not
    )
    return [{"what": what, "why": why, "n": n} for (what, why), n in counted.most_common()]


def steps_of(ids: list) -> int:
    """How many steps these episodes have, as their head revisions read."""
    later = Step.objects.filter(episode__in=ids, seq__gt=F("episode__head__last_seq")).count()
    edited = Episode.objects.filter(pk__in=ids).aggregate(
        n=Sum(Func(F("head__items"), function="jsonb_array_length", output_field=IntegerField()))
    )
    return later + (edited["n"] or 0)
