"""`python -m tests.training.jobs.fake_trainer FOLDER`: keeps to the protocol of a job's folder, and learns
nothing.

The configuration's seed says how it behaves: see ``HOWS``. Each step adds a number to a sum that a checkpoint
holds, and is noted in ``trained.txt`` with the process, so that a test sees which were done, and by whom.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

STEPS, SAVE_EVERY = 12, 3
HOWS = {
    "plain": 0,
    "slow": 1,
    "dies": 2,
    "fails": 3,
    "hangs": 4,
    "stuck_before_first": 5,
    "leaves_child": 6,
    "long": 7,
    "holds": 8,
}


def main(folder: Path) -> int:
    told = json.loads((folder / "config.json").read_text())
    how = next(name for name, number in HOWS.items() if number == told["config"]["seed"])
    if how == "leaves_child" and os.fork() == 0:
        time.sleep(600)
    (folder / "started.txt").open("a").write(f"{os.getpid()} {time.time()}\n")
    step, total = 0, 0
    if told["resume"]:
        state = json.loads((Path(told["resume"]) / "state" / "sum.json").read_text())
        step, total = state["step"], state["total"]
    pause = {"slow": 0.25, "leaves_child": 0.25, "long": 1.0}.get(how, 0.03)
    print(f"begins at step {step}", flush=True)
    while step < STEPS:
        if how in ("dies", "stuck_before_first") and step == (4 if how == "dies" else 1):
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "fails" and step == 4:
            write(folder / "result.json", {"result": "failed", "error": "The loss is not a number."})
            return 1
        step += 1
        time.sleep(pause)
        total += step
        (folder / "heartbeat").write_text(str(step))
        (folder / "trained.txt").open("a").write(f"{step} {os.getpid()}\n")
        log(folder, step, {"loss": 1 / step, "judge_tokens": 10, "reward_mock": step / STEPS})
        sample = {"goal": "Do it", "task": "t", "reward": 1, "steps": []}
        (folder / "samples").mkdir(exist_ok=True)
        (folder / "samples" / f"{step}.jsonl").write_text(json.dumps(sample) + "\n")
        if how in ("holds", "leaves_child") and step == 4 and not told["resume"]:
            until_stopped(folder)
        stop = (folder / "stop").exists()
        if how == "hangs" and step == 4:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(600)
        if step % SAVE_EVERY == 0 or stop or step == STEPS:
            save(folder, step, total)
        if stop:
            break
    end = {"result": "done" if step == STEPS else "stopped", "error": "", "metrics": {"success": 0.5}}
    write(folder / "result.json", end | {"checkpoint": f"checkpoints/step-{step}"})
    return 0


def until_stopped(folder: Path) -> None:
    """However slow the machine is: it does not end before somebody has ended it."""
    while not (folder / "stop").exists():
        (folder / "heartbeat").touch()
        time.sleep(0.05)


def log(folder: Path, step: int, values: dict) -> None:
    line = {"step": step, "of": STEPS, "at": time.time(), "phase": "train", "values": values}
    with (folder / "progress.jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")


def save(folder: Path, step: int, total: int) -> None:
    whole = folder / "checkpoints" / f"step-{step}"
    if whole.exists():
        return
    draft = whole.with_name(f"draft-{step}")
    (draft / "state").mkdir(parents=True)
    (draft / "state" / "sum.json").write_text(json.dumps({"step": step, "total": total}))
    (draft / "model.safetensors").write_bytes(total.to_bytes(8, "big") * 8)
    about = {"form": "compact", "dialect": "phonebuddy-json", "observation": "tree", "backbone": "starter"}
    (draft / "phonebuddy.json").write_text(json.dumps(about))
    (draft / "COMPLETE").touch()
    draft.rename(whole)


def write(file: Path, data: dict) -> None:
    draft = file.with_suffix(".draft")
    draft.write_text(json.dumps(data))
    draft.replace(file)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
