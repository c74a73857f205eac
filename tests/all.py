"""Runs every check in order, even after one failed, and ends with one plain line of totals.

`tests/all.py lint` runs the checks of style, types and imports alone.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bootstrap import with_node  # noqa: E402

BIN = ROOT / ".venv" / "bin"
REPORTS = Path(tempfile.mkdtemp(prefix="phonebuddy-reports-"))


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
    pytest = [BIN / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    return [
        ("api types", ["npm", "run", "--silent", "api:check"], None),
        (
            "vitest",
            ["npx", "vitest", "run", "--reporter=default", "--reporter=json", f"--outputFile={vitest}"],
            vitest,
        ),
        (
            "pytest",
            [
                *pytest,
                "-n",
                "2",
                "--dist",
                "worksteal",
                "--ignore=tests/e2e",
                f"--junitxml={python}",
                "tests",
            ],
            python,
        ),
        ("browser", [*pytest, f"--junitxml={browser}", "tests/e2e"], browser),
    ]


def main(only_lint: bool) -> int:
    environment = with_node()
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
    total, lines = Counter(), []
    for name, command, report in lint() + ([] if only_lint else tests()):
        print(f"\n── {name} " + "─" * (70 - len(name)), flush=True)
        in_front_end = command[0] in ("npm", "npx")
        began = time.monotonic()
        status = subprocess.run(
            list(map(str, command)), cwd=ROOT / "frontend" if in_front_end else ROOT,
            env=environment, stdin=subprocess.DEVNULL,
        ).returncode  # fmt: skip
        count = read(report) if report else Counter(passed=1)
        if status and not count["failed"]:
            count = Counter(failed=1) + (count if report else Counter())
        total += count
        lines.append(f"  {name:<10} {'failed' if status else 'ok':<7} {time.monotonic() - began:6.1f} s")
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
