"""The process of a job, as its supervisor sees it: files, signals, a result in plain words."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.training.trainers import toys
from training.config import ConfigError
from training.data.store import Writer
from training.folder import JobFolder
from training.trainer import Job, main, words

pytestmark = pytest.mark.timeout(900)  # a process imports torch, on a machine that may be busy
ROOT = Path(__file__).resolve().parents[3]
#: The trainer with the toy's form and model in it.
RUN = """
import sys
from tests.training.trainers import toys
toys.register()
from training.backbones import loading
loading.make = lambda *args, **more: toys.checkpoint()
from training.trainer import main
sys.exit(main(sys.argv[1]))
"""
CONFIG = {
    "epochs": 400.0, "batch_rows": 16, "rows_at_once": 16, "max_tokens": 32, "held_out": 0.0, "threads": 1,
    "save_every": 5, "keep": 2,
}  # fmt: skip


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "toys"
    with Writer(folder, name="toys") as out:
        for episode in toys.episodes(10):
            out.add(episode)
    return folder


def job(folder: Path, dataset: Path | str, resume: Path | str = "", **config) -> JobFolder:
    made = JobFolder(folder)
    told = {"kind": "sft", "config": CONFIG | config, "dataset": str(dataset), "resume": str(resume)}
    made.write(made.config, told)
    return made


def start(folder: JobFolder) -> subprocess.Popen:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with folder.log.open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-c", RUN, str(folder.path)], cwd=ROOT, env=env, stdout=log, stderr=log
        )


def until(what, process, seconds=500):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return
        if process.poll() is not None and not what():
            break
        time.sleep(0.1)
    raise AssertionError("it did not come to that")


@pytest.fixture
def here(monkeypatch):
    """The same in this process, where nothing has to be killed."""
    from training.backbones import loading

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(loading, "make", lambda *args, **more: toys.checkpoint())
    yield lambda folder: main(str(folder.path))
    signal.signal(signal.SIGTERM, before)


def test_sigterm_saves_and_a_resume_ends_it(tmp_path, dataset, here):
    folder = job(tmp_path / "job", dataset)
    process = start(folder)
    until(lambda: folder.last()[0] >= 5, process)
    process.send_signal(signal.SIGTERM)
    assert process.wait(500) == 0, folder.log.read_text()[-2000:]
    result = folder.result()
    assert (result["result"], result["error"]) == ("stopped", "")
    step, last = folder.last()
    assert result["checkpoint"] == f"checkpoints/step-{step}" and len(folder.complete()) <= 2
    assert not list((folder.checkpoints).glob(".making-*"))
    lines = folder.lines(folder.progress)
    assert max(line["step"] for line in lines) == step and folder.beaten_at() > time.time() - 600

    # Lines of steps that will be done again are forgotten.
    with folder.progress.open("a") as file:
        file.write(json.dumps({"step": step + 3, "phase": "train", "values": {}}) + "\n")
    folder.begin()
    job(tmp_path / "job", dataset, last, epochs=(step + 2) / 2)
    assert here(folder) == 0
    assert folder.result()["result"] == "done" and folder.last()[0] == step + 2
    steps = [line["step"] for line in folder.lines(folder.progress) if line["phase"] == "train"]
    assert steps == list(range(1, step + 3))


def test_what_went_wrong_is_said_in_plain_words(tmp_path, here):
    folder = job(tmp_path / "job", "")
    assert here(folder) == 1
    result = folder.result()
    assert (result["result"], result["checkpoint"]) == ("failed", "")
    assert result["error"] == "dataset: there is nothing to learn from."


def test_configurations_that_cannot_be_are_refused(tmp_path):
    folder = JobFolder(tmp_path)
    with pytest.raises(ConfigError, match="no config"):
        Job.read(tmp_path)
    folder.write(folder.config, {"kind": "sft", "config": {"learning_rate": "fast"}})
    with pytest.raises(ConfigError, match="learning_rate must be a number"):
        Job.read(tmp_path)
    assert words(ConfigError("so it is.")) == "so it is."
    assert words(ValueError("x")) == "ValueError: x"
    assert words(RuntimeError("CUDA out of memory")).startswith("Out of memory:")
