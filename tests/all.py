"""Runs every check in order, even after one failed, and ends with one plain line of totals.

`tests/all.py lint` runs the checks of style, types and imports alone.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as xml
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bootstrap import with_node  # noqa: E402

BIN = ROOT / ".venv" / "bin"
REPORTS = Path(tempfile.mkdtemp(prefix="phonebuddy-reports-"))
PREPARED = REPORTS / "prepared"  # see tests/running.py


def lint() -> list[tuple]:
    return [
        ("ruff", [BIN / "ruff", "check", "--quiet", "."], None),
        ("format", [BIN / "ruff", "format", "--check", "--quiet", "."], None),
        ("imports", [BIN / "lint-imports"], None),
        ("types", [BIN / "mypy", "--no-error-summary", "platform/phonebuddy"], None),
        ("front end", ["npm", "run", "--silent", "check"], None),
    ]


def tests() -> list[tuple]:
    python, vitest, browser = (REPORTS / name for name in ("python.xml", "vitest.json", "browser.xml"))
    in_node = ["npx", "vitest", "run", "--maxWorkers=1", "--reporter=default", "--reporter=json"]
    return [
        *lint(),
        ("api types", ["npm", "run", "--silent", "api:check"], None),
        ("vitest", [*in_node, f"--outputFile={vitest}"], vitest),
        ("pytest", pytest(4, python, "--ignore=tests/e2e", "tests"), python),
        ("browser", pytest(3, browser, "--timeout=900", "tests/e2e"), browser),
    ]


def pytest(processes: int, report: Path, *words: str) -> list:
    """For two cores: much of what tests do is waiting."""
    spread = ["-n", str(processes), "--dist", "worksteal", f"--junitxml={report}"]
    return [BIN / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *spread, *words]


#: These run beside the browser's tests, which leave a core half idle, one after the other, and are told last.
#: Not the browser beside pytest: it saves 45 s of 800, and everybody waits three times as long.
BESIDE = ("types", "api types", "vitest")


class Step:
    """One check under way. `heard` as it goes, or kept until the end, when something else is heard."""

    def __init__(self, name: str, command: list, report: Path | None, environment: dict, heard: bool):
        self.name, self.report = name, report
        self.log = None if heard else (REPORTS / f"{name}.log").open("w+b")
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            list(map(str, command)), cwd=ROOT / "frontend" if command[0] in ("npm", "npx") else ROOT,
            env=environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
        )  # fmt: skip
        self.spent = 0.0
        self.clock = threading.Thread(target=self._watch)
        self.clock.start()

    def _watch(self) -> None:
        self.process.wait()
        self.spent = time.monotonic() - self.began

    def end(self) -> tuple[Counter, str]:
        """Wait for it: (how many passed and failed, its line of the table)."""
        status = self.process.wait()
        self.clock.join()
        if self.log:
            headline(self.name)
            self.log.seek(0)
            print(self.log.read().decode(errors="replace"), flush=True)
        count = read(self.report) if self.report else Counter(passed=1)
        if status and not count["failed"]:
            count = Counter(failed=1) + (count if self.report else Counter())
        return count, f"  {self.name:<10} {'failed' if status else 'ok':<7} {self.spent:6.1f} s"


class Lane(threading.Thread):
    """Steps one after the other, unheard."""

    def __init__(self, steps: list[tuple], environment: dict):
        super().__init__()
        self.steps, self.environment, self.ended = steps, environment, []

    def run(self) -> None:
        for name, command, report in self.steps:
            self.ended.append(Step(name, command, report, self.environment, heard=False))
            self.ended[-1].process.wait()


def headline(name: str) -> None:
    print(f"\n── {name} " + "─" * (70 - len(name)), flush=True)


def main(only_lint: bool) -> int:
    environment = with_node()
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
    environment["PHONEBUDDY_TEST_PREPARED"] = str(PREPARED)
    # Dozens of programs are started that import the same: each would compile it all again.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    total, lines = Counter(), []

    def end(step: Step) -> None:
        count, line = step.end()
        total.update(count)
        lines.append(line)

    steps = lint() if only_lint else tests()
    lane = Lane([step for step in steps if step[0] in BESIDE and not only_lint], environment)
    for step in steps:
        if step in lane.steps:
            continue
        if step[0] == "browser":
            lane.start()
        headline(step[0])
        end(Step(*step, environment, heard=True))
    if lane.steps:
        lane.join()
    for ended in lane.ended:
        end(ended)
    shutil.rmtree(PREPARED, ignore_errors=True)
    print("\n" + "\n".join(lines) + "\n")
    skipped = f", {total['skipped']} skipped" if total["skipped"] else ""
    print(f"{total['passed']} passed, {total['failed']} failed{skipped}", flush=True)
    return 1 if total["failed"] else 0


def read(report: Path) -> Counter:
    """How many passed, failed and were skipped; all zero when the runner died before it could say."""
    if not report.exists():
        return Counter()
    if report.suffix == ".json":
        seen = json.loads(report.read_text())
        return Counter(
            passed=seen["numPassedTests"], failed=seen["numFailedTests"], skipped=seen["numPendingTests"]
        )
    count = Counter()
    for suite in xml.parse(report).getroot().iter("testsuite"):
        number = {key: int(suite.get(key, 0)) for key in ("tests", "failures", "errors", "skipped")}
        bad = number["failures"] + number["errors"]
        count += Counter(
            passed=number["tests"] - bad - number["skipped"], failed=bad, skipped=number["skipped"]
        )
    return count


if __name__ == "__main__":
    raise SystemExit(main(only_lint=sys.argv[1:] == ["lint"]))
