"""Demonstrations to look at and to review, made through the verbs in the running platform's database.

The browser tests run it once as a program of its own; it prints the ids by name, as JSON.
"""

import io
import json
import sys
from datetime import timedelta

import django

django.setup()

from django.utils import timezone  # noqa: E402
from PIL import Image, ImageDraw  # noqa: E402

from devices.models import Device, DeviceHost  # noqa: E402
from evaluation import services, trees  # noqa: E402
from evaluation.models import Episode, Revision, Run, Step, Suite, Task  # noqa: E402
from phonebuddy import blobs  # noqa: E402
from phonebuddy.accounts.models import User  # noqa: E402
from tests.e2e.seed_training import seed_training  # noqa: E402

WIDTH, HEIGHT = 540, 1200
ROWS = ["Wi-Fi", "Bluetooth", "Display", "Sound", "Battery", "Storage", "About phone"]

ACTIONS = [
    ({"name": "open_app", "arguments": {"package": "com.phoneworld.settings"}}, None),
    ({"name": "click", "arguments": {"points": [[270, 395]]}}, 2),
    ({"name": "scroll", "arguments": {"points": [[270, 900], [270, 400]], "duration": 300}}, None),
    ({"name": "long_press", "arguments": {"points": [[270, 285]], "duration": 800}}, 1),
    ({"name": "type", "arguments": {"text": "dark theme"}}, None),
    ({"name": "button_press", "arguments": {"type": "back"}}, None),
]


def box(row: int) -> list[int]:
    return [0, 120 + row * 110, WIDTH, 230 + row * 110]


def picture(number: int) -> bytes:
    """A plain settings screen; each step's differs a little."""
    image = Image.new("RGB", (WIDTH, HEIGHT), "#fdf8ff")
    draw = ImageDraw.Draw(image)
    draw.text((32, 60), f"Settings, picture {number + 1}", fill="#1d1b20", font_size=30)
    for row, name in enumerate(ROWS):
        _, top, right, bottom = box(row)
        draw.line((32, bottom, right - 32, bottom), fill="#e6e0e9", width=2)
        draw.text((32, top + 36), name, fill="#1d1b20", font_size=26)
        draw.rounded_rectangle(
            (430, top + 32, 506, top + 76), 22, fill="#6750a4" if row == number else "#cac4d0"
        )
    target = io.BytesIO()
    image.save(target, "JPEG", quality=85)
    return target.getvalue()


def ui_tree() -> bytes:
    root = {
        "id": "", "role": "list", "text": "", "desc": "", "bounds": [0, 0, WIDTH, HEIGHT], "parent": None,
        "scrollable": True, "password": False, "package": "com.phoneworld.settings",
    }  # fmt: skip
    rows = [
        {
            **root,
            "role": "button",
            "id": "row",
            "text": name,
            "bounds": box(row),
            "parent": 0,
            "clickable": True,
        }
        for row, name in enumerate(ROWS)
    ]
    return trees.dump([root, *rows], False)


def element(row: int) -> dict:
    return {"id": "row", "role": "button", "text": ROWS[row], "desc": "", "bounds": box(row)}


def demonstrate(author: User, device: Device, task: Task):
    """A finished, submitted demonstration of six actions."""
    claim = services.claim_task(author, task)
    episode = services.start_recording(services.start_episode(author, device, claim), WIDTH, HEIGHT)
    began = timezone.now() - timedelta(minutes=20)
    tree = blobs.put_bytes(ui_tree(), "application/json")
    for number, (action, row) in enumerate([*ACTIONS, ({"name": "finish", "arguments": {"text": ""}}, None)]):
        if action["name"] == "finish":
            episode = services.finish_episode(author, episode, "finished")
        shot = blobs.put_bytes(picture(number), "image/jpeg")
        services.record_step(
            episode.pk, action=action, at=began + timedelta(seconds=4 * number), duration_ms=120,
            screenshot=shot, thumbnail=shot, tree=tree, element=None if row is None else element(row),
            width=WIDTH, height=HEIGHT,
            foreground={"package": "com.phoneworld.settings", "activity": ".Main"},
        )  # fmt: skip
    rules = [{"rule": "The dark theme is on", "ok": True, "detail": ""}]
    verdict = {"success": True, "progress": 1.0, "rules": rules, "side_effects": []}
    return services.submit_episode(author, services.note_saved(episode, verdict))


RUBRIC = [
    {"text": "The dark theme is on.", "must": True},
    {"text": "No other setting was changed.", "must": True},
    {"text": "It went there without detours."},
    {"text": "An app was deleted.", "negative": True},
]


def a_campaign(researcher: User, evaluator: User, device: Device):
    """Two agents on two tasks; three of the four runs have ended, one of them is graded."""
    suite = Suite.objects.create(name="seed-suite", title="Seed suite")
    for n in range(2):
        task = Task.objects.create(
            key=f"seed-measured-{n}",
            goal=f"Turn on the dark theme, please ({n + 1}).",
            apps=["Settings"],
            suite=suite,
        )
        services.set_rubric(researcher, task, RUBRIC)
    agents = [services.create_agent(researcher, name=name, policy="human") for name in ("Fir 4B", "Pine 4B")]
    campaign = services.create_campaign(
        researcher, name="Seed campaign", suite=suite, agents=agents, evaluators=[evaluator], overlap=1
    )
    services.launch_campaign(researcher, campaign)
    for run in campaign.runs.all()[:3]:
        ended(run, device)
    grade = services.claim_grade(evaluator)
    given = {str(c.pk): {"answer": "n" if c.negative else "y"} for c in grade.rubric.criteria.all()}
    told = {"side_effects": "none", "confidence": 3, "seconds": 35}
    services.submit_grade(evaluator, grade, grade.version, answers=given, **told)
    return campaign


def ended(run, device: Device) -> None:
    now = timezone.now()
    episode = Episode.objects.create(
        kind="rollout", state="recording", task=run.task, goal=run.task.goal, author=run.requested_by,
        device=device, width=WIDTH, height=HEIGHT, started_at=now,
    )  # fmt: skip
    for number, (action, row) in enumerate([*ACTIONS, ({"name": "finish", "arguments": {"text": ""}}, None)]):
        shot = blobs.put_bytes(picture(number), "image/jpeg")
        Step.objects.create(
            episode=episode, seq=number, action=action, at=now, screenshot=shot, thumbnail=shot, width=WIDTH,
            height=HEIGHT, element=None if row is None else element(row),
        )  # fmt: skip
    head = Revision.objects.create(episode=episode, number=0, op="original", author=run.requested_by)
    Episode.objects.filter(pk=episode.pk).update(state="recorded", finished_at=now, head=head)
    Run.objects.filter(pk=run.pk).update(
        state="ended", ending="agent_done", started_at=now, ended_at=now, episode=episode, claimed=True
    )


def main() -> None:
    host, _ = DeviceHost.objects.get_or_create(
        name="seed", defaults={"stream_url": "ws://127.0.0.1:1", "last_seen_at": timezone.now()}
    )
    device = Device.objects.create(
        host=host, name="Seed phone", kind="mock", state="online", width=WIDTH, height=HEIGHT, serial="seed"
    )
    author = User.objects.get(username="annotator")
    reviewer = User.objects.get(username="reviewer")
    made = {}
    for name in ("to_review", "to_view", "sent_back"):
        task = Task.objects.create(
            key=f"seed-{name.replace('_', '-')}", goal=f"Turn on the dark theme ({name.replace('_', ' ')}).",
            hints="Settings, then Display.", apps=["settings"], wanted=1,
        )  # fmt: skip
        made[name] = demonstrate(author, device, task)
    services.review_episode(reviewer, made["to_view"], "accept", "Short and clear.", "good")
    services.review_episode(reviewer, made["sent_back"], "send_back", "Say why you scroll.", "")
    # Nobody's worker takes a run that is meant for a person: it waits, and can be looked at.
    researcher = User.objects.get(username="researcher")
    person = services.create_agent(researcher, name="A person", policy="human")
    made["run"] = services.request_run(researcher, person, made["to_view"].task)
    made |= seed_training(researcher)
    made["campaign"] = a_campaign(researcher, User.objects.get(username="evaluator"), device)
    # It was there for the demonstrations only; nobody can look at it live.
    Device.objects.filter(pk=device.pk).update(state="gone", state_reason="Not connected")
    json.dump({name: str(row.pk) for name, row in made.items()}, sys.stdout)


main()
