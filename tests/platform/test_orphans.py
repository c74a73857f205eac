"""A program of the supervisor ends some seconds after it, whatever its own shutdown waits for."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]

# Stands for a worker that waits for ever: it does not mind SIGTERM, and a child of its own neither.
STUBBORN = """
import os, signal, sys, time
sys.path.insert(0, "platform")
from phonebuddy.services.process import end_after_starter
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork():
    end_after_starter(0.5)
os.write(1, b"%d\\n" % os.getpid())
time.sleep(300)
"""
STARTER = """
import os, subprocess, sys, time
subprocess.Popen([sys.executable, "-c", sys.argv[1]], start_new_session=True,
                 env={**os.environ, "PHONEBUDDY_STARTER": str(os.getpid())})
time.sleep(300)
"""


def test_a_group_that_minds_no_signal_ends_after_its_killed_starter():
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, STUBBORN], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    family = [psutil.Process(int(starter.stdout.readline())) for _ in range(2)]
    time.sleep(1)
    assert all(process.is_running() for process in family), "nothing ends while the starter lives"
    starter.kill()
    starter.wait()
    _, alive = psutil.wait_procs(family, PATIENCE_S)
    for process in alive:
        process.kill()
    assert alive == []


def test_a_program_that_somebody_else_started_stays():
    program = subprocess.Popen(
        [sys.executable, "-c", STUBBORN.replace("300", "1.5")], cwd=ROOT, start_new_session=True,
        env={**os.environ, "PHONEBUDDY_STARTER": str(os.getpid() + 1)},
    )  # fmt: skip
    assert program.wait(PATIENCE_S) == 0
    assert program.returncode != -signal.SIGKILL
