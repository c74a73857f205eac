"""Rows of the platform as the plain episodes of ``training.data``: what a dataset is written from."""

from collections.abc import Iterator

from devices.observation import Observation
from evaluation.models import DeviceKind, Episode, Grade
from evaluation.rubrics import answer_to
from evaluation.traces import Row, trace
from evaluation.trees import load
from training.data import episodes as data
from training.data.pictures import TYPES, Pictured
from training.data.trees import from_nodes
from training.models import Purpose
from training.selection import Candidate


def episodes_of(candidate: Candidate, purpose: str = Purpose.SFT) -> Iterator[data.Episode]:
    """What it gives a dataset: one episode, or for a judge one for each person's grade."""
    if purpose != Purpose.JUDGE:
        yield episode_of(candidate)
        return
    for number, grade in enumerate(candidate.grades):
        made = episode_of(candidate)
        made.id, made.reward = f"{made.id}/{number}", float(grade.success)
        made.about |= {
            "rubric": rubric_of(grade),
            "grader": number,
            "first_wrong_step": grade.first_wrong_step,
        }
        yield made


def rubric_of(grade: Grade) -> list[dict]:
    """The criteria as that person answered them."""
    return [
        {"text": c.text, "must": c.must, "negative": c.negative, "answer": answer_to(c, grade.answers)}
        for c in grade.rubric.criteria.all()
    ]


def episode_of(candidate: Candidate) -> data.Episode:
    """The head revision as plain data. What was typed into secret fields is not in it."""
    episode = candidate.episode
    rows = trace(episode)
    run = episode.run if candidate.source is data.Source.ROLLOUT else None
    about = {
        "episode": str(episode.pk),
        "revision": episode.head.number,
        "quality": episode.quality,
        "outcome": episode.outcome or (run.ending if run else ""),
        "judged_by": candidate.judged_by,
        "agent": run.agent.name if run else "",
        "campaign": str(run.campaign or "") if run else "",
        "secret": [row.index for row in rows if row.step.secret],
        "corrected": {
            str(row.index): row.step.action
            for row in rows
            if row.item.get("action") and not row.item.get("merged") and row.item["action"] != row.step.action
        },
    }
    return data.Episode(
        id=str(episode.pk),
        goal=episode.goal,
        task=candidate.task,
        source=candidate.source,
        steps=[_step(row) for row in rows],
        reward=candidate.reward,
        answer=episode.answer,
        device_kind=episode.origin.get("device_kind") or "real",
        apps=_apps(episode),
        language="zh" if any("一" <= c <= "鿿" for c in episode.goal) else "en",
        about=about,
    )


def _step(row: Row) -> data.Step:
    step, action = row.step, row.action
    if step.secret and getattr(
        action, "text", ""
    ):  # never kept by the recorder; an edit must not bring it back
        action = type(action)(text="")
    front = step.foreground or {}
    told = {
        "width": step.width,
        "height": step.height,
        "package": front.get("package", ""),
        "activity": front.get("activity", ""),
        "tree": None,
    }
    if step.tree:
        told["tree"] = from_nodes(load(step.tree.path.read_bytes()), stale=step.tree_stale)
    if step.screenshot and step.screenshot.media_type in TYPES:
        seen = Pictured(
            load=step.screenshot.path.read_bytes, extension=TYPES[step.screenshot.media_type], **told
        )
    else:
        seen = Observation(**told)
    return data.Step(seen, action, "" if step.secret else row.item["thought"])


def _apps(episode: Episode) -> dict[str, str]:
    """Label -> package. A mock phone's (and its stand-in's) are known; a real one's are not kept."""
    if episode.origin.get("device_kind") in (DeviceKind.MOCK, DeviceKind.STAND_IN):
        from devices.phoneworld.spec import bundled

        return {app.label: package for package, app in bundled().items() if not app.mini}
    return {}
