"""The verbs on datasets: ask for one, a new version, try again, put aside, delete. ``building`` writes."""

import re
import shutil
from collections import Counter

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.utils import timezone

from evaluation.models import Category, Step
from phonebuddy import audit
from phonebuddy.api.errors import Conflict, Refused
from phonebuddy.blobs.models import Blob
from training import policies, selection
from training.data.heldout import LEARNT, splits
from training.models import Dataset, DatasetState, Purpose
from training.services.rows import must

NAME = re.compile(r"[\w][\w .+-]{0,79}")
MOST_DEMONSTRATIONS = 100_000
EXAMPLES, USUAL_STEPS = 12, 12
#: Of a step of demonstrations: measured over 30 of them, 392 steps.
PICTURE_BYTES, TREE_BYTES = 55_000, 500
TEMPLATES = ("only", "apps", "categories")
DEMONSTRATIONS = ("n", "seed", "pictures", "variation", *TEMPLATES)


def create_dataset(
    user,
    name: str,
    query: dict | None = None,
    purpose: str = Purpose.SFT,
    description: str = "",
    demonstrations: dict | None = None,
) -> Dataset:
    """A dataset of what the query finds now, and of oracle demonstrations; it is being built from now on.

    Refused, by field, for a query that cannot be or asks for what is held out; Conflict "name_taken".
    """
    must(policies.can_train(user))
    if not NAME.fullmatch(name.strip()):
        raise Refused(
            "A name has letters, digits, spaces and - + . _, 80 at most.",
            "invalid",
            {"name": ["Another name."]},
        )
    if Dataset.objects.filter(name=name.strip()).exists():
        raise Conflict(
            "There is a dataset of that name: make a new version of it, or choose another.", "name_taken"
        )
    return _create(user, None, name.strip(), query or {}, purpose, description, demonstrations or {})


def new_version(
    user,
    dataset: Dataset,
    query: dict | None = None,
    demonstrations: dict | None = None,
    description: str | None = None,
) -> Dataset:
    """The same again with what there is now, or with something else asked for. The old one stays."""
    must(policies.can_train(user))
    return _create(
        user,
        dataset,
        dataset.name,
        dataset.query if query is None else query,
        dataset.purpose,
        dataset.description if description is None else description,
        dataset.demonstrations if demonstrations is None else demonstrations,
    )


def _create(user, previous, name, query, purpose, description, demonstrations) -> Dataset:
    if purpose not in Purpose.values:
        raise Refused(
            "There is no such purpose.", "invalid", {"purpose": [f"One of {', '.join(Purpose.values)}."]}
        )
    query, demonstrations = asked_for(query, demonstrations, purpose)
    newest = Dataset.objects.filter(name=name).order_by("-version").first()
    try:
        with transaction.atomic():
            made = Dataset.objects.create(
                name=name, version=newest.version + 1 if newest else 1, purpose=purpose, owner=user,
                description=description.strip(), query=query, demonstrations=demonstrations,
                previous=previous,
            )  # fmt: skip
            audit.record(user, "dataset.created", made, query=query, demonstrations=demonstrations)
            wake(made)
    except IntegrityError as error:
        raise Conflict("Somebody else made this dataset at the same moment.", "name_taken") from error
    return made


def asked_for(query: dict, demonstrations: dict, purpose: str) -> tuple[dict, dict]:
    """Both in their one form. Demonstrations without a query stand alone."""
    demonstrations = demonstrations_of(demonstrations, purpose)
    return selection.clean(query or ({"sources": ["oracle"]} if demonstrations else {})), demonstrations


def demonstrations_of(asked: dict, purpose: str = Purpose.SFT) -> dict:
    """``{n, seed, pictures, variation, only, apps, categories}`` in its one form; {} for none. ``only``:
    folders or keys of templates. Refused for what it cannot be, and for what is held out."""
    from training.data.demonstrations import Variation

    if not isinstance(asked, dict):
        raise _no(f"Demonstrations are an object with {', '.join(DEMONSTRATIONS)}.")
    if unknown := sorted(asked.keys() - set(DEMONSTRATIONS)):
        raise _no(f"Demonstrations have no {unknown[0]!r}; they have {', '.join(DEMONSTRATIONS)}.")
    n, seed = asked.get("n") or 0, asked.get("seed") or 0
    if not all(isinstance(v, int) and not isinstance(v, bool) and 0 <= v < 1 << 31 for v in (n, seed)):
        raise _no("n and seed are whole numbers.")
    if n > MOST_DEMONSTRATIONS:
        raise _no(f"At most {MOST_DEMONSTRATIONS:,} demonstrations.")
    if not n:
        return {}
    if purpose == Purpose.JUDGE:
        raise _no("A judge learns from people's grades; oracles have none.")
    named = {"natural": Variation(), "none": Variation.none()}
    given = asked.get("variation") or "natural"
    try:
        variation = named[given] if isinstance(given, str) else Variation.from_json(given)
    except KeyError:
        raise _no(f"variation is natural or none, not {given!r}.") from None
    except (TypeError, ValueError) as error:
        raise _no(f"variation: {error}") from error
    pictures = bool(asked.get("pictures", True))
    whole = {"n": n, "seed": seed, "pictures": pictures, "variation": variation.to_json()}
    return whole | {name: words for name in TEMPLATES if (words := _templates(name, asked.get(name) or []))}


def _templates(name: str, words) -> list[str]:
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise _no(f"{name} is a list of texts.")
    known = splits()
    folders = {key.partition(".")[0] for key in known}
    for word in words if name == "only" else ():
        if known.get(word, LEARNT) != LEARNT:
            raise _no(f"The template {word} is held out for measuring.")
        if word not in known and word not in folders:
            raise _no(f"There is no template and no folder {word!r}.")
    if name == "categories" and (unknown := sorted(set(words) - set(Category.values))):
        raise _no(f"There is no category {unknown[0]!r}.")
    return sorted(set(words))


def _no(words: str) -> Refused:
    return Refused(words, "invalid", {"demonstrations": [words]})


@transaction.atomic
def retry_dataset(user, dataset: Dataset) -> Dataset:
    """Build a failed one again."""
    must(policies.can_train(user))
    row = _locked(dataset)
    if not row.may_become(DatasetState.BUILDING):
        raise Conflict(f"This dataset is {row.get_state_display().lower()}; it is not built again.", "state")
    row.state, row.error, row.progress, row.worker, row.alive_until = DatasetState.BUILDING, "", {}, "", None
    row.save()
    audit.record(user, "dataset.retried", row)
    wake(row)
    return row


@transaction.atomic
def archive_dataset(user, dataset: Dataset, archived: bool = True) -> Dataset:
    """Offer it no more (or again). It stays as it is, for what was learnt from it."""
    must(policies.can_train(user))
    row = _locked(dataset)
    row.archived_at = timezone.now() if archived else None
    row.save(update_fields=["archived_at"])
    audit.record(user, "dataset.archived" if archived else "dataset.restored", row)
    return row


@transaction.atomic
def delete_dataset(user, dataset: Dataset) -> None:
    """Row and files. Conflict "used" once something was made of it: archive it then."""
    must(policies.can_train(user))
    row = _locked(dataset)
    if words := why_kept(row):
        raise Conflict(words, "used")
    folders = [folder_of(row), folder_of(row).parent / "exports" / str(row.pk)]
    audit.record(user, "dataset.deleted", row, sha256=row.sha256)
    row.delete()

    def forget():
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)

    transaction.on_commit(forget, robust=True)


def why_kept(row: Dataset) -> str:
    """Why it cannot be deleted, "" when it can."""
    if row.jobs.exists():
        return "A job learnt from it; archive it instead."
    if row.next_versions.exists():
        return "It has a newer version; archive it instead."
    if row.state == DatasetState.BUILDING and row.worker:
        return "It is being built; wait until it is done."
    return ""


def preview(user, query: dict, purpose: str = Purpose.SFT, demonstrations: dict | None = None) -> dict:
    """What a dataset of this query would hold now: n_episodes, n_steps, size (bytes), counts, refused,
    examples. Of demonstrations that are still to be made, steps and size are told as they usually are."""
    must(policies.can_train(user))
    query, oracles = asked_for(query, demonstrations or {}, purpose)
    counts: dict[str, Counter] = {
        name: Counter() for name in ("source", "suite", "category", "app", "split", "outcome")
    }
    taken, refused = [], []
    for one in selection.candidates(query, purpose):
        if one.why_not:
            refused.append(one)
            continue
        taken.append(one)
        told = {
            "source": [str(one.source)], "suite": [one.task.suite], "category": [one.task.category],
            "app": one.task.apps, "split": [one.task.split],
            "outcome": [{None: "unjudged", 1.0: "success"}.get(one.reward, "failure")],
        }  # fmt: skip
        for name, values in told.items():
            counts[name].update(v for v in values if v)
    more = oracles.get("n", 0)
    if more:
        counts["source"]["oracle"] = counts["split"]["train"] = counts["outcome"]["success"] = more
    return {
        "n_episodes": len(taken) + more,
        "n_steps": selection.steps_of([one.episode.pk for one in taken]) + more * USUAL_STEPS,
        "size": _size([one.episode.pk for one in taken], more, oracles.get("pictures", True)),
        "counts": {name: dict(sorted(c.items())) for name, c in counts.items()},
        "refused": selection.refusals(refused),
        "examples": [{"id": str(one.episode.pk), "goal": one.episode.goal} for one in taken[:EXAMPLES]],
    }


def _size(episodes: list, demonstrations: int, pictures: bool) -> int:
    """bytes, about: pictures as they lie here, each once; trees are packed and hardly count."""
    steps = Step.objects.filter(episode__in=episodes)
    kept = Blob.objects.filter(pk__in=steps.values("screenshot")).aggregate(n=Sum("size"))["n"] or 0
    usual = TREE_BYTES + (PICTURE_BYTES if pictures else 0)
    return kept + steps.count() * TREE_BYTES + demonstrations * USUAL_STEPS * usual


def now_held_out(dataset: Dataset) -> str:
    """Why a frozen one may not be learnt from any more: a suite in it is held out by now. "" if not."""
    closed = sorted(set(dataset.counts.get("suite", {})) & selection.guard().suites)
    return f"The suite {closed[0]} is held out for measuring now; make a new version." if closed else ""


def folder_of(row: Dataset):
    return settings.VAR / "datasets" / str(row.pk)


def wake(row: Dataset) -> None:
    """A message for whoever builds datasets, after the commit."""
    from training.tasks import build_dataset

    transaction.on_commit(lambda: build_dataset.delay(str(row.pk)), robust=True)


def _locked(dataset: Dataset) -> Dataset:
    return Dataset.objects.select_for_update(of=("self",)).get(pk=dataset.pk)
