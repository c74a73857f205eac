import os

import pytest

os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1")


@pytest.fixture(autouse=True, scope="session")
def one_thread():
    import torch

    torch.set_num_threads(1)


@pytest.fixture(autouse=True)
def toy_form():
    from tests.training.trainers import toys

    toys.register()


@pytest.fixture
def job(tmp_path):
    """(folder, logbook, stop sign) of a job."""
    from training.folder import JobFolder
    from training.trainers.callbacks import StopSign
    from training.trainers.logbook import Logbook

    book = Logbook(tmp_path)
    yield tmp_path, book, StopSign(JobFolder(tmp_path))
    book.end()
