"""What the runner itself takes of a step: `make bench-evaluation` prints `name=value unit` lines.

A virtual phone of 540×1200 through adb. Everything counts but the model's time and the phone's own (acting,
settling): looking at it, pictures, prompts, rows. Medians over the steps, for a model that is shown picture
and tree and thinks for a tenth of a second (pictures are put away meanwhile), and for the oracle, which reads
the tree and answers at once.
"""

import asyncio
import json
import statistics

import pytest

from evaluation import runner, services
from evaluation.agents import policies
from tests.evaluation import test_agent_runs as at_work

adb_port, worlds, phones = at_work.adb_port, at_work.worlds, at_work.phones
note_task, agent = at_work.note_task, at_work.agent
STEPS, THINKS_S = 40, 0.1


def call(name: str, **arguments) -> str:
    return f"<tool_call>{json.dumps({'name': name, 'arguments': arguments})}</tool_call>"


@pytest.mark.django_db(transaction=True)
def bench(phones, note_task, agent, researcher, monkeypatch, capsys):
    def parts(**fields) -> list[dict]:
        run = services.request_run(researcher, agent(**fields), note_task)
        assert runner.work() == run.pk
        details = run.turns.order_by("seq").values_list("details", flat=True)
        return [one for one in details if "overhead_ms" in one][2:]  # the first ones meet cold caches

    def say(name: str, turns: list[dict]) -> None:
        for part in ("overhead", "look", "record"):
            ms = [one[f"{part}_ms"] for one in turns]
            lines.append(f"{name}_{part}_ms={statistics.median(ms):.1f} ms (best {min(ms):.1f})")

    lines = []
    scripted = parts() + parts() + parts()
    taps = [call("click", points=[[x, y]]) for x in (150, 450, 800) for y in (150, 400, 650)]

    async def think(turn: int) -> None:
        await asyncio.sleep(THINKS_S)

    model = at_work.Saying(*(taps * STEPS)[: STEPS - 1], call("finish", text=""), then=think)
    monkeypatch.setattr(policies, "make", lambda *args: model)
    note_task.step_limit = STEPS
    note_task.save()
    shown = parts(policy="endpoint", observation="both")
    say("runner", shown)
    say("runner_scripted", scripted)
    with capsys.disabled():
        print("\n" + "\n".join(lines))
