"""A frozen dataset in the form of another tool, as a zip: made once, kept beside the dataset."""

import shutil
import uuid
import zipfile
from pathlib import Path

from django.core.cache import cache

from phonebuddy import audit
from phonebuddy.api.errors import Conflict, Refused
from training import policies
from training.data.formats import FORMATS, Options, export
from training.data.store import Dataset as Stored
from training.models import Dataset, DatasetState
from training.services.datasets import folder_of
from training.services.rows import must

NATIVE = "phonebuddy"
AT_ONCE = 600  # steps; more are made by a worker, while whoever asked asks again
MINUTES = 30  # after which one that was begun is held to be lost


def formats() -> list[dict]:
    """name, label, help of all."""
    ours = {"name": NATIVE, "label": "PhoneBuddy", "help": "As it is kept: sealed, with hashes"}
    return [ours, *({"name": f.name, "label": f.label, "help": f.help} for f in FORMATS.values())]


def export_dataset(user, dataset: Dataset, name: str, options: dict | None = None) -> Path:
    """The zip. Conflict "making" while a worker makes it: ask again. Refused for a form or options that
    there are not."""
    must(policies.can_train(user))
    if dataset.state != DatasetState.FROZEN:
        raise Conflict("Only a frozen dataset can be exported.", "state")
    if name != NATIVE and name not in FORMATS:
        known = f"There is no format {name!r}; there are {', '.join([NATIVE, *FORMATS])}."
        raise Refused(known, "invalid", {"format": [known]})
    asked = options_of(options or {})
    path = path_of(dataset, name, asked)
    if not path.exists():
        if dataset.n_steps > AT_ONCE:
            _later(dataset, name, options or {}, path)
            raise Conflict("The export is being made; ask again in a minute.", "making")
        make(dataset, name, asked)
    audit.record(user, "dataset.exported", dataset, format=name, dialect=asked.dialect)
    return path


def options_of(given: dict) -> Options:
    """dialect, observation, image_width. Refused, by field."""
    try:
        width = int(given.get("image_width") or 0)
        if not 0 <= width <= 4096:
            raise ValueError("image_width is 0 to 4096 px.")
        return Options(given.get("dialect") or "phonebuddy-json", given.get("observation") or "", width)
    except ValueError as error:
        raise Refused(str(error), "invalid", {"options": [str(error)]}) from error


def path_of(dataset: Dataset, name: str, options: Options) -> Path:
    how = f"{options.dialect}-{options.observation or 'any'}-{options.image_width}"
    return folder_of(dataset).parent / "exports" / str(dataset.pk) / f"{name}-{how}.zip"


def make(dataset: Dataset, name: str, options: Options) -> Path:
    """Write it aside, then give it its name: whoever sees it sees it whole."""
    target = path_of(dataset, name, options)
    aside = target.with_name(f".{uuid.uuid4().hex}")
    aside.mkdir(parents=True)
    try:
        if name == NATIVE:
            folder = dataset.folder
        else:
            folder = aside / "files"
            export(Stored.open(dataset.folder), name, folder, options)
        packed = aside / "packed.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:  # pictures do not compress
            for file in sorted(p for p in folder.rglob("*") if p.is_file()):
                kind = zipfile.ZIP_DEFLATED if file.suffix in (".jsonl", ".json") else zipfile.ZIP_STORED
                archive.write(file, file.relative_to(folder), kind)
        packed.replace(target)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return target


def _later(dataset: Dataset, name: str, options: dict, path: Path) -> None:
    from training.tasks import make_export

    if cache.add(f"export-{dataset.pk}-{path.stem}", True, MINUTES * 60):
        make_export.delay(str(dataset.pk), name, options)
