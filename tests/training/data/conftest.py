"""Accepted demonstrations and graded runs, made through the verbs; datasets built in this process."""

import pytest

from tests.evaluation.conftest import (  # noqa: F401
    add_step,
    device,
    draft,
    make_device,
    make_task,
    picture,
    recording,
    submitted,
    task,
    tree,
)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch):
    """Datasets go to a folder that goes away; nothing waits for a worker."""
    settings.VAR = tmp_path
    settings.EPISODE_SAVE_WAIT_S = 0
    monkeypatch.setattr("training.tasks.build_dataset.delay", lambda pk: None)
    return tmp_path


@pytest.fixture
def accepted(draft, annotator, reviewer, make_task):  # noqa: F811
    """`accepted(key=…, suite=…, quality=…)`: a demonstration of a task of that key, accepted.
    `before(episode)` may change what was recorded, as long as that can be."""
    from evaluation import services
    from evaluation.models import Episode

    def make(key="own-task", quality="good", before=None, **fields):
        episode = draft(of=make_task(key, **fields))
        if before:
            before(episode)
        episode = services.submit_episode(annotator, Episode.objects.get(pk=episode.pk))
        return services.review_episode(reviewer, episode, "accept", "Clear.", quality)

    return make


@pytest.fixture
def built(researcher):
    """`built(name, **asked)`: a dataset, created and written down."""
    from training import services
    from training.models import Dataset
    from training.services import building

    def make(name="set", user=researcher, **asked):
        row = services.create_dataset(user, name, **asked)
        building.build(row.pk)
        return Dataset.objects.get(pk=row.pk)

    return make
