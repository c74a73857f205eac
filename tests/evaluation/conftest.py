"""Phones, tasks and recorded episodes, made through the verbs."""

import io
from datetime import timedelta

import pytest
from django.utils import timezone
from PIL import Image


@pytest.fixture
def make_device(db):
    from devices.models import Device, DeviceHost

    def make(name="Phone 1", kind="mock", **fields):
        host, _ = DeviceHost.objects.get_or_create(
            name="local", defaults={"stream_url": "ws://127.0.0.1:8001", "last_seen_at": timezone.now()}
        )
        fields = {"state": "online", "width": 540, "height": 1200, "serial": name} | fields
        return Device.objects.create(host=host, name=name, kind=kind, **fields)

    return make


@pytest.fixture
def device(make_device):
    return make_device()


@pytest.fixture
def make_task(db):
    from evaluation.models import Task

    def make(key="notes-milk", **fields):
        return Task.objects.create(
            **{"key": key, "goal": "Write a note that says milk.", "wanted": 1} | fields
        )

    return make


@pytest.fixture
def task(make_task):
    return make_task()


def picture(shade: int = 200) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (54, 120), (shade, shade, 255 - shade)).save(target, "JPEG")
    return target.getvalue()


def tree(text: str = "Notes") -> bytes:
    from evaluation import trees

    node = {
        "id": "title", "role": "button", "text": text, "desc": "", "bounds": [0, 0, 540, 100],
        "parent": None, "clickable": True, "password": False, "package": "com.example",
    }  # fmt: skip
    return trees.dump([node], False)


@pytest.fixture
def add_step(db):
    from evaluation import services
    from phonebuddy import blobs

    def add(episode, action=None, shade=200, **fields):
        shot = blobs.put_bytes(picture(shade), "image/jpeg")
        stored = {
            "action": action or {"name": "click", "arguments": {"points": [[10, 20]]}},
            "at": timezone.now(),
            "screenshot": shot,
            "thumbnail": shot,
            "tree": blobs.put_bytes(tree(), "application/json"),
            "element": {
                "id": "title",
                "role": "button",
                "text": "Notes",
                "desc": "",
                "bounds": [0, 0, 540, 100],
            },
            "foreground": {"package": "com.example", "activity": ".Main"},
            "width": 540,
            "height": 1200,
        } | fields
        return services.record_step(episode.pk, **stored)

    return add


@pytest.fixture
def recording(annotator, device, task, add_step):
    """`recording()`: an episode of the annotator's, recording, with three steps."""
    from evaluation import services

    def make(user=annotator, on=device, of=task, steps=3):
        claim = services.claim_task(user, of)
        episode = services.start_recording(services.start_episode(user, on, claim), 540, 1200)
        for n in range(steps):
            add_step(episode, shade=50 * n)
        return episode

    return make


@pytest.fixture
def draft(annotator, recording, add_step):
    """`draft()`: finished and saved, with its final step."""
    from evaluation import services

    def make(user=annotator, **where):
        episode = services.finish_episode(user, recording(user, **where), "finished")
        add_step(episode, {"name": "finish", "arguments": {"text": ""}}, shade=250)
        return services.note_saved(
            episode, {"success": True, "progress": 1.0, "rules": [], "side_effects": []}
        )

    return make


@pytest.fixture
def submitted(annotator, draft):
    from evaluation import services

    return lambda user=annotator, **where: services.submit_episode(user, draft(user, **where))


@pytest.fixture
def later():
    return lambda **delta: timezone.now() + timedelta(**delta)


@pytest.fixture(autouse=True)
def no_host(settings, tmp_path, monkeypatch):
    """No device host and no worker runs here: do not wait for them, and keep films out of the way."""
    monkeypatch.setattr("evaluation.tasks.run_next.apply_async", lambda **options: None)
    settings.EPISODE_SAVE_WAIT_S = 0
    settings.VAR = tmp_path
