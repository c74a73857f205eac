"""Allowances: `lint.yaml` beside an app says what is meant to be as it is, and why.

    allow:
      - {check: content, why: A calculator has nothing to list.}
      - {check: cut, screen: board, text: "Gate", why: The real boards cut it too.}

`check` and `why` are needed; `screen` and `text` (a part of the words) narrow. One that matches nothing is a
finding itself.
"""

from devices.phoneworld.lint.findings import CHECKS, Finding
from devices.phoneworld.source import parse


def allowances(folder) -> list:
    """The entries of an app's lint.yaml. SpecError for one that is malformed."""
    path = folder / "lint.yaml"
    if not path.is_file():
        return []
    document = parse(path.read_text(encoding="utf-8"), f"{folder.name}/lint.yaml")
    entries = document.get("allow") or []
    for entry in entries:
        for key in entry:
            if key not in ("check", "screen", "text", "why"):
                raise entry.error(f"unknown key {key!r}; known: check, screen, text, why", key)
        if entry.get("check") not in CHECKS:
            raise entry.error(f"unknown check {entry.get('check')!r}; known: {', '.join(CHECKS)}", "check")
        if not str(entry.get("why") or "").strip():
            raise entry.error("an allowance says why", "why")
    return entries


def allows(entry, finding: Finding) -> bool:
    """Whether an entry covers a finding."""
    return (
        entry["check"] == finding.check
        and entry.get("screen", finding.screen) == finding.screen
        and str(entry.get("text", "")) in finding.words
    )


def without(folder, findings) -> list[Finding]:
    """The findings that nothing allows, and the allowances that are not needed."""
    entries = allowances(folder)
    left = [f for f in findings if not any(allows(e, f) for e in entries)]
    for entry in entries:
        if not any(allows(entry, f) for f in findings):
            left.append(Finding(entry.file, entry.line, "allowance", "", f"nothing to allow: {dict(entry)}"))
    return left
