"""The recipe, shown to work: demonstrations, SFT, then real-app RL and mixed RL from the same checkpoint with
the same number of episodes; all three on PhoneWorld-150 and on tasks of the held-out apps; a table.

``python -m training.recipe --out FOLDER --seeds 1`` (``make recipe SEEDS=3``). Each arm is a job like any
other: a folder that ``training.trainer`` works through, so what is shown is what the admin page starts. What
is done already is not done again: an interrupted recipe goes on. All that it says comes from its own
``recipe.json`` files; ``--docs docs/recipe.md`` puts the tables there.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from training import config, launch
from training.folder import JobFolder

ARMS = ("sft", "real", "mixed")
NAMES = {"sft": "SFT", "real": "SFT, then real-app RL", "mixed": "SFT, then mixed RL"}
CATEGORIES = ("app", "mini_app", "cross_app")
BEGIN, END = "<!-- recipe -->", "<!-- end -->"


@dataclass(frozen=True)
class Plan:
    """One seed's budget. A reinforcement arm has ``rounds`` of ``groups`` of ``size`` episodes: on real-app
    phones (stand-ins over adb, judged by rubric) alone, or half on mock phones (judged by their state)."""

    demonstrations: int = 9000
    longest: int = 14  # steps of a demonstration; longer ones are left out
    epochs: float = 1.5
    rounds: int = 16
    groups: int = 48
    size: int = 8
    goals: int = 600
    actions: int = 10  # of a goal's oracle, in reinforcement learning
    phones: int = 96  # stand-ins, mostly waited for: 14 ms of CPU a step
    step_limit: int = 20
    held_out_tasks: int = 60
    rl_learning_rate: float = 5e-4
    temperature: float = 0.9
    negative: float = 0.25
    kl: float = 0.02
    processes: int = 2

    def sft(self, seed: int) -> config.JobConfig:
        return config.preset(
            "sft", "starter", seed=seed, epochs=self.epochs, optimizer="muon", learning_rate=3e-3,
            matrix_learning_rate=0.01, batch_rows=16, rows_at_once=16 // self.processes, schedule="linear",
            warmup=0.02, processes=self.processes, threads=1, save_every=2000, keep=1, eval_every=0,
            eval_rows=0, held_out=0.0, log_every=50,
        )  # fmt: skip

    def rl(self, kind: str, seed: int) -> config.JobConfig:
        return config.preset(
            kind, "starter", seed=seed, steps=self.rounds, groups=self.groups, group_size=self.size,
            goals=self.goals, actions=self.actions, step_limit=self.step_limit,
            real_phones=max(1, self.phones // self.processes),
            refills=0, dead_rounds=self.rounds + 1, learning_rate=self.rl_learning_rate, mini_batches=4,
            temperature=self.temperature, negative=self.negative, entropy=0.0, progress=0.0, kl=self.kl,
            processes=self.processes, threads=1, max_answer_tokens=10, keep=1,
        )  # fmt: skip


def run_seed(folder: Path, seed: int, plan: Plan) -> dict:
    """All of one seed; returns what ``recipe.json`` holds."""
    found = folder / "recipe.json"
    if found.exists():
        return json.loads(found.read_text(encoding="utf-8"))
    folder.mkdir(parents=True, exist_ok=True)
    seconds = Spent(folder / "seconds.json")
    dataset = timed(seconds, "demonstrations", partial(demonstrate, folder / "demonstrations", seed, plan))
    work = partial(job, folder / "sft", "sft", plan.sft(seed), dataset=dataset)
    made = {"sft": timed(seconds, "sft", work)}
    for arm in ("real", "mixed"):
        kind = f"{arm}_rl"
        same_goals(folder / "real", folder / arm)
        work = partial(job, folder / arm, kind, plan.rl(kind, seed), base=made["sft"])
        made[arm] = timed(seconds, arm, work)
    results = {}
    for arm, checkpoint in made.items():
        results[arm] = timed(seconds, f"{arm}_evaluation", partial(evaluate, checkpoint, plan))
    told = {
        "seed": seed,
        "plan": asdict(plan),
        "seconds": seconds,
        "results": results,
        "curves": {arm: curve(folder / arm) for arm in ARMS},
    }
    found.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    return told


class Spent(dict):
    """Seconds by stage; those of a call that was interrupted count, too."""

    def __init__(self, file: Path):
        super().__init__(json.loads(file.read_text(encoding="utf-8")) if file.exists() else {})
        self.file = file

    def add(self, name: str, seconds: float) -> None:
        self[name] = round(self.get(name, 0.0) + seconds, 1)
        self.file.write_text(json.dumps(self), encoding="utf-8")


def timed(seconds: Spent, name: str, work):
    began = time.monotonic()
    print(f"{name} …", flush=True)
    try:
        return work()
    finally:
        seconds.add(name, time.monotonic() - began)
        print(f"{name}: {seconds[name]:.0f} s", flush=True)


def demonstrate(folder: Path, seed: int, plan: Plan) -> Path:
    """Oracles of training templates: all wordings, disturbed now and then, few mistakes. English, since the
    starter's lexicon is. More variety would need more minutes to be learnt."""
    from training.data.demonstrations import CALM, WORDINGS, Variation, generate
    from training.data.store import Writer

    if folder.exists():
        return folder
    variation = Variation(WORDINGS, {"home": 1}, CALM)
    query = {"split": "train", "seed": seed, "longest": plan.longest}
    with Writer(folder, name="recipe", purpose="sft", query=query) as out:
        for episode in generate(plan.demonstrations, seed, variation=variation, processes=plan.processes):
            if len(episode.steps) <= plan.longest:
                out.add(episode)
    return folder


def job(folder: Path, kind: str, settings: config.JobConfig, dataset="", base="") -> Path:
    """Let a trainer work through a job's folder; the checkpoint that it ends with. RuntimeError with the
    trainer's own words."""
    held = JobFolder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    ended = held.read(held.result_file)
    if not ended or ended["result"] != "done":
        held.result_file.unlink(missing_ok=True)
        _, last = held.last()
        told = {
            "kind": kind, "config": settings.to_json(), "base": str(base), "dataset": str(dataset),
            "phones": [], "judge": {"kind": "text"} if kind.endswith("_rl") else None,
            "resume": str(last or ""),
        }  # fmt: skip
        held.write(held.config, told)
        with held.log.open("ab") as log:
            command = launch.command(folder, settings.processes)
            # Several processes that each take all cores would wait for one another.
            alone = {"OMP_NUM_THREADS": str(settings.threads)}
            subprocess.run(command, env=os.environ | alone, stdout=log, stderr=log, check=False)
        ended = held.read(held.result_file) or {"result": "failed", "error": "it ended without a word"}
    if ended["result"] != "done":
        raise RuntimeError(f"{kind} in {folder.name}: {ended['error'] or ended['result']} (see {held.log})")
    return folder / ended["checkpoint"]


def same_goals(one: Path, other: Path) -> None:
    """Both arms draw the same goals: a minute of drawing them and writing their criteria is done once."""
    drawn, kept = one / "goals.jsonl", other / "goals.jsonl"
    if drawn.exists() and not kept.exists():
        other.mkdir(parents=True, exist_ok=True)
        shutil.copy(drawn, kept)


def evaluate(checkpoint: Path, plan: Plan) -> dict[str, list[dict]]:
    """Greedy, one attempt a task, on phones of this process: PhoneWorld-150, and tasks of held-out apps."""
    from training.backbones import loading
    from training.environments import goals
    from training.environments.evaluate import success
    from training.generation import TransformersPolicy

    loaded = loading.load(checkpoint)
    policy = TransformersPolicy(loaded.model, loaded.processing, max_new_tokens=10)
    sets = {"phoneworld_150": goals.of_suite(), "held_out_apps": goals.of_held_out_apps(plan.held_out_tasks)}
    return {name: [asdict(r) for r in success(policy, loaded.form(), tasks)] for name, tasks in sets.items()}


def curve(folder: Path) -> list[dict]:
    """The points of a job's curves."""
    held = JobFolder(folder)
    rows = [json.loads(line) for line in held.progress.read_text(encoding="utf-8").splitlines() if line]
    wanted = ("loss", "reward", "reward_mock", "reward_real", "entropy", "episodes", "rollout_s", "train_s",
              "environment_errors", "zero_variance", "parse_errors")  # fmt: skip
    return [
        {"step": row["step"], **{k: round(v, 4) for k, v in row["values"].items() if k in wanted}}
        for row in rows
        if row.get("values")
    ]


# --- what is said of it ---


def outcomes(told: dict, arm: str, tasks: str = "phoneworld_150") -> dict[str, float]:
    """Task -> 1 or 0; what the environment spoilt is left out."""
    return {r["key"]: r["success"] for r in told["results"][arm][tasks] if r["success"] is not None}


def lines(seeds: list[dict]) -> list[str]:
    """What ``make recipe`` prints, of the first seed; all of them stand in the tables."""
    from evaluation.statistics.paired import compare

    first = seeds[0]
    said = [f"recipe_{arm}={sum(outcomes(first, arm).values()):.0f}" for arm in ARMS]
    test = compare(outcomes(first, "sft"), outcomes(first, "mixed"))
    said.append(f"recipe_mixed_minus_sft_p={test.p:.4g}")
    return said


def table(seeds: list[dict]) -> str:
    """Successes by category with Wilson's intervals, tests, endings, curves, times; Markdown."""
    parts = []
    for told in seeds:
        minutes = sum(told["seconds"].values()) / 60
        parts += [f"### Seed {told['seed']}", "", f"{minutes:.0f} minutes in all.", "", *_successes(told), ""]
        parts += [*_tests(told), "", *_endings(told), "", *_curves(told), "", *_times(told), ""]
    return "\n".join(parts)


def _successes(told):
    yield "| | PhoneWorld-150 | in one app | in mini-apps | across apps | held-out apps |"
    yield "|---|---|---|---|---|---|"
    for arm in ARMS:
        rows = told["results"][arm]["phoneworld_150"]
        groups = [rows, *([r for r in rows if r["category"] == c] for c in CATEGORIES)]
        cells = [_rate(group) for group in [*groups, told["results"][arm]["held_out_apps"]]]
        yield f"| {NAMES[arm]} | {' | '.join(cells)} |"


def _rate(rows) -> str:
    from evaluation.statistics.rates import wilson

    values = [r["success"] for r in rows if r["success"] is not None]
    good = int(sum(values))
    low, high = wilson(good, len(values))
    return f"{good}/{len(values)} ({100 * low:.0f}–{100 * high:.0f} %)"


def _tests(told):
    from evaluation.statistics.paired import compare

    for a, b in (("sft", "mixed"), ("sft", "real"), ("real", "mixed")):
        test = compare(outcomes(told, a), outcomes(told, b))
        yield (
            f"- {NAMES[b]} against {NAMES[a]}: {test.only_b} tasks only the former does, {test.only_a} only "
            f"the latter; exact McNemar p = {test.p:.3g}."
        )


def _endings(told):
    yield "How the failures on PhoneWorld-150 ended:"
    yield ""
    kinds = sorted({r["ending"] for arm in ARMS for r in told["results"][arm]["phoneworld_150"]})
    yield f"| | {' | '.join(kinds)} |"
    yield f"|---|{'---|' * len(kinds)}"
    for arm in ARMS:
        failed = Counter(r["ending"] for r in told["results"][arm]["phoneworld_150"] if not r["success"])
        yield f"| {NAMES[arm]} | {' | '.join(str(failed[k]) for k in kinds)} |"


def _curves(told):
    yield "Success in the rollouts, by fifths of the rounds (sampled, training tasks):"
    yield ""
    yield "| | | | | | |"
    yield "|---|---|---|---|---|---|"
    for arm, name in (("real", "reward_real"), ("mixed", "reward_real"), ("mixed", "reward_mock")):
        parts = defaultdict(list)
        points = [p for p in told["curves"][arm] if name in p]
        for n, point in enumerate(points):
            parts[5 * n // len(points)].append(point[name])
        cells = [f"{100 * sum(v) / len(v):.0f} %" for _, v in sorted(parts.items())]
        cells += [""] * (5 - len(cells))
        yield f"| {NAMES[arm]}, {name.removeprefix('reward_')} phones | {' | '.join(cells)} |"


def _times(told):
    yield "Seconds: " + ", ".join(f"{k.replace('_', ' ')} {v:.0f}" for k, v in told["seconds"].items()) + "."


def document(path: Path, text: str) -> None:
    """Put the tables between the marks of a file."""
    held = path.read_text(encoding="utf-8")
    before, rest = held.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    path.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


def main(argv: list[str] | None = None) -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("--out", type=Path, default=Path("var/recipe"))
    options.add_argument("--seeds", type=int, default=1)
    options.add_argument("--docs", type=Path, help="a file whose tables are written anew")
    options.add_argument("--plan", type=json.loads, default={}, help="JSON: fields of Plan to change")
    told = options.parse_args(argv)
    os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1")
    plan = Plan(**told.plan)
    seeds = [run_seed(told.out / f"seed-{seed}", seed, plan) for seed in range(1, told.seeds + 1)]
    text = table(seeds)
    (told.out / "recipe.md").write_text(text + "\n", encoding="utf-8")
    if told.docs:
        document(told.docs, text)
    print(text)
    print("\n".join(lines(seeds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
