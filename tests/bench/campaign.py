"""A whole campaign by machine: `make demo-campaign`, some minutes, `name=value unit` lines and a verdict.

PhoneWorld-150 × three oracles that err in 10, 30 and 60 % of their runs, on four virtual phones, graded over
the API by three scripted evaluators who err at rates of their own (overlap 2, a third one decides). What is
true is known here (the verifiers', the evaluators' own error rates), so it can be asked whether the report
finds it: every run graded exactly twice, nobody grades one twice, true rates inside the intervals.
"""

import argparse
import os
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

from tests.running import Up

AGENTS = {"errs in 10 %": 0.1, "errs in 30 %": 0.3, "errs in 60 %": 0.6}
EVALUATORS = {"evaluator-a": 0.02, "evaluator-b": 0.06, "evaluator-c": 0.12}
SUITE, GOLD, OVERLAP = "phoneworld-150", 24, 2


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=150, help="fewer, for a first look")
    parser.add_argument("--phones", type=int, default=4)
    parser.add_argument("--phone-size", default="270x600")
    parser.add_argument("--pace", type=float, default=2, help="how much faster the phones' time passes")
    parser.add_argument("--limit", type=float, default=1500, help="seconds after which it gives up")
    parser.add_argument("--keep", type=Path, help="leave the HTML report here")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="pbcampaign-") as folder:
        pace = {"PHONEBUDDY_PHONE_PACE": str(options.pace)}
        up = Up(Path(folder), phones=options.phones, phone_size=options.phone_size, environment=pace)
        try:
            url = up.address()
            connect(up)
            return Demo(url, options).play()
        finally:
            up.end()


def connect(up: Up) -> None:
    """Django on the platform's own database: to know what is true, not to change it."""
    import django

    from phonebuddy.services.locations import Locations

    os.environ |= {
        "DATABASE_URL": Locations(up.var).database_url,
        "REDIS_URL": Locations(up.var).redis_url,
        "PHONEBUDDY_VAR": str(up.var),
        "DJANGO_SETTINGS_MODULE": "phonebuddy.settings",
    }
    django.setup()


class Person:
    """Signed in, with the API at hand."""

    def __init__(self, url: str, username: str, password: str):
        self.api = httpx.Client(base_url=url, timeout=60)
        self.api.headers["X-CSRFToken"] = self.get("/api/session")["csrf_token"]
        self.api.headers["X-CSRFToken"] = self.post("/api/session", username=username, password=password)[
            "csrf_token"
        ]

    def get(self, path: str):
        return self.api.get(path).raise_for_status().json()

    def post(self, path: str, **body):
        answer = self.api.post(path, json=body)
        if not answer.is_success:
            raise RuntimeError(f"{path}: {answer.text[:400]}")
        return answer.json()


class Demo:
    def __init__(self, url: str, options):
        self.url, self.options = url, options
        self.started = time.monotonic()
        self.researcher = Person(url, "researcher", _demo_password())
        self.faults: list[str] = []
        self.errors = {name: [0, 0] for name in EVALUATORS}  # wrong ones, all of them

    def play(self) -> int:
        from evaluation.models import Campaign

        self.make_evaluators()
        gold = self.gold_runs()
        agents = [self.agent(name, rate) for name, rate in AGENTS.items()]
        people = {p["username"]: p["id"] for p in self.researcher.get("/api/campaigns/evaluators")}
        plan = self.researcher.post(
            "/api/campaigns", name="Demo", suite=self.suite(), agents=agents, overlap=OVERLAP, seed=7,
            evaluators=[people[name] for name in EVALUATORS], device_kind="mock",
        )  # fmt: skip
        self.add_gold(plan["id"], gold)
        self.researcher.post(f"/api/campaigns/{plan['id']}/launch")
        self.campaign = Campaign.objects.get(pk=plan["id"])
        graders = [
            threading.Thread(target=self.grade, args=(name, rate), daemon=True)
            for name, rate in EVALUATORS.items()
        ]
        for grader in graders:
            grader.start()
        self.wait(lambda: not self.progress()["queued"] + self.progress()["running"], "the runs")
        print(f"runs_s={time.monotonic() - self.started:.0f} s", flush=True)
        self.wait(lambda: self.decided(self.progress()), "the grades")
        self.over = True
        for grader in graders:
            grader.join(60)
        self.check()
        if self.options.keep:
            page = self.researcher.api.get(f"/api/campaigns/{plan['id']}/report/html")
            self.options.keep.write_text(page.text, encoding="utf-8")
        print(f"wall_s={time.monotonic() - self.started:.0f} s")
        for fault in self.faults:
            print(f"FAULT: {fault}")
        return 1 if self.faults else 0

    over = False

    def progress(self) -> dict:
        return self.researcher.get(f"/api/campaigns/{self.campaign.pk}")["progress"]

    @staticmethod
    def decided(progress: dict) -> bool:
        return progress["settled"] == progress["gradable"] and not progress["grades_open"]

    def wait(self, done, what: str) -> None:
        told = 0.0
        while not done():
            spent = time.monotonic() - self.started
            if spent > self.options.limit:
                raise SystemExit(f"{what} took too long: {self.progress()}")
            if spent - told > 30:
                told = spent
                print(f"# {spent:.0f} s: {self.progress()}", file=sys.stderr, flush=True)
            time.sleep(1)

    # -- before the campaign
    def make_evaluators(self) -> None:
        from phonebuddy.accounts.models import User

        for name in EVALUATORS:
            User.objects.create_user(name, password=f"{name}-pass-4471", roles=["evaluator"])

    def suite(self) -> str:
        """PhoneWorld-150, or the first tasks of each category as a suite of their own."""
        from evaluation.models import Suite, Task

        if self.options.tasks >= 150:
            return SUITE
        Suite.objects.get_or_create(name="demo-part")
        each = -(-self.options.tasks // 3)
        for category in ("app", "mini_app", "cross_app"):
            keys = Task.objects.filter(suite=SUITE, category=category).values_list("pk", flat=True)[:each]
            Task.objects.filter(pk__in=list(keys)).update(suite="demo-part")
        return "demo-part"

    def agent(self, name: str, error_rate: float) -> int:
        made = self.researcher.post(
            "/api/agents", name=name, policy="oracle", observation="tree",
            settings={"error_rate": error_rate, "pace": self.options.pace},
        )  # fmt: skip
        return made["id"]

    def gold_runs(self) -> list:
        """Runs outside the campaign whose right grade the verifier knows."""
        from evaluation.models import Run, Task

        agent = self.agent("for gold", 0.4)
        gold = GOLD if self.options.tasks >= 150 else 6
        tasks = Task.objects.filter(suite=SUITE, verifier__has_key="rules").order_by("key")[:: 150 // gold]
        for n, task in enumerate(tasks):
            self.researcher.post("/api/runs", agent=agent, task=task.key, seed=n)
        runs = Run.objects.filter(agent=agent)
        self.wait_for_gold(runs)
        return [run for run in runs.gradable().select_related("episode", "task") if run.episode.verdict]

    def wait_for_gold(self, runs) -> None:
        while runs.exclude(state="ended").exists():
            if time.monotonic() - self.started > self.options.limit:
                raise SystemExit(f"gold runs: {list(runs.values_list('state', 'reason'))}")
            time.sleep(1)

    def add_gold(self, campaign: str, runs: list) -> None:
        for run in runs:
            good = truth(run)
            answers = {
                str(c.pk): ("n" if c.negative else "y") if good or n else ("y" if c.negative else "n")
                for n, c in enumerate(criteria(run))
            }
            self.researcher.post(f"/api/campaigns/{campaign}/gold", run=str(run.pk), answers=answers)

    # -- the evaluators
    def grade(self, name: str, error_rate: float) -> None:
        from evaluation.models import Grade

        person = Person(self.url, name, f"{name}-pass-4471")
        while not self.over:
            answer = person.api.post("/api/grading/claim", json={})
            if answer.status_code == 409:
                time.sleep(1)
                continue
            sheet = answer.raise_for_status().json()
            # The script's one look behind the curtain, so that its error rate is what it is told to be.
            run = (
                Grade.objects.select_related("run__episode", "run__task", "run__agent")
                .get(pk=sheet["id"])
                .run
            )
            # Drawn by what is graded, not by its turn, which hangs on who is faster: the same every time.
            chance = random.Random(f"{name} {run.task.key} {run.agent.name}")
            good, wrong = truth(run), chance.random() < error_rate
            self.errors[name][0] += wrong
            self.errors[name][1] += 1
            good ^= wrong
            given = {}
            for n, c in enumerate(sheet["criteria"]):
                right = "n" if c["negative"] else "y"
                given[str(c["id"])] = {
                    "answer": right if good or n else {"y": "n", "n": "y"}[right],
                    "step": 0,
                }
            person.post(
                f"/api/grades/{sheet['id']}/submit", version=sheet["version"], answers=given,
                side_effects="none", confidence=3, seconds=20, failure="" if good else "premature_finish",
            )  # fmt: skip

    # -- what came of it
    def check(self) -> None:
        from collections import Counter

        from evaluation.models import Grade

        grades = Grade.objects.submitted().filter(campaign=self.campaign)
        given = list(grades.filter(kind="grade").values_list("run", "evaluator"))
        per_run = Counter(run for run, _ in given)
        gradable = set(self.campaign.runs.gradable().values_list("pk", flat=True))
        if per_run != dict.fromkeys(gradable, OVERLAP):
            self.faults.append(f"not graded exactly {OVERLAP} times: {Counter(per_run.values())}")
        everybody = list(grades.values_list("run", "evaluator"))
        if len(set(everybody)) != len(everybody):
            self.faults.append("somebody graded a run twice")
        report = self.researcher.get(f"/api/campaigns/{self.campaign.pk}/report")["figures"]
        lead = Person(self.url, "lead", _demo_password())
        lines = lead.get(f"/api/campaigns/{self.campaign.pk}/report")["figures"]["evaluators"]
        counts = report["counts"]
        print(f"runs={counts['attempts']} runs\ndecided={counts['decided']} runs")
        print(f"grades={counts['grades']} grades\nadjudications={counts['adjudications']} grades")
        for line in report["success"]:
            if line["slice"] == "all":
                runs = list(self.campaign.runs.gradable().filter(agent__name=line["agent"]))
                real = sum(map(truth, runs)) / len(runs)
                print(
                    f"success[{line['agent']}]={100 * line['rate']:.1f} % "
                    f"({100 * line['low']:.1f} to {100 * line['high']:.1f}; true {100 * real:.1f})"
                )
                if not line["low"] <= real <= line["high"]:
                    self.faults.append(f"{line['agent']}: the true rate {real:.3f} is outside the interval")
        for line in lines:
            wrong, n = self.errors[line["evaluator"]]
            found, real = line["error_rate"] or 0, EVALUATORS[line["evaluator"]]
            print(
                f"error[{line['evaluator']}]={100 * found:.1f} % of {line['gold']} gold items "
                f"({100 * line['low']:.1f} to {100 * line['high']:.1f}; "
                f"true {100 * real:.0f}; in all {wrong} of {n})"
            )
            if not line["low"] <= real <= line["high"]:
                self.faults.append(f"{line['evaluator']}: the true error rate is outside the interval")
        for line in report["agreement"][:1]:
            print(f"agreement={line['raw']['value']:.3f} raw\nac1={line['ac1']['value']:.3f} AC1")


def truth(run) -> bool:
    """What the verifier says of the run's end, as the task's criteria would."""
    return bool((run.episode.verdict or {}).get("success"))


def criteria(run) -> list:
    return list(run.task.rubrics.first().criteria.all())


def _demo_password() -> str:
    from phonebuddy.accounts.demo import PASSWORD

    return PASSWORD


if __name__ == "__main__":
    sys.exit(main())
