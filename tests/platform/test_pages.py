"""What is outside the API: the front end's page, health, metrics, documentation, admin."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib import admin
from django.core.management import call_command
from django.urls import reverse

ROOT = Path(__file__).resolve().parents[2]
OUR_APPS = {"accounts", "audit", "blobs", "devices", "evaluation", "training"}


@pytest.fixture
def built(settings, tmp_path):
    """A front end as Vite would build it."""
    manifest = tmp_path / "manifest.json"
    entry = {"src/main.tsx": {"file": "assets/main-abc.js", "isEntry": True, "css": ["assets/main-abc.css"]}}
    manifest.write_text(json.dumps(entry))
    settings.DJANGO_VITE = {"default": {"dev_mode": False, "manifest_path": manifest}}
    from django_vite.core.asset_loader import DjangoViteAssetLoader

    DjangoViteAssetLoader._instance = None
    yield
    DjangoViteAssetLoader._instance = None


@pytest.mark.parametrize("path", ["/", "/sign-in", "/episodes/1?step=3"])
def test_every_other_address_is_the_front_end(built, client_for, path):
    answer = client_for().get(path)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert '<script type="module" crossorigin="" src="/static/assets/main-abc.js"' in page
    assert "/static/assets/main-abc.css" in page
    assert "no-cache" in answer["Cache-Control"]
    assert "phonebuddy_csrf" in answer.cookies


def test_the_page_allows_no_foreign_script(built, client_for):
    policy = client_for().get("/")["Content-Security-Policy"]
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules["script-src"] == "'self'"
    assert rules["object-src"] == "'none'"
    assert rules["frame-ancestors"] == "'none'"


def test_an_unbuilt_front_end_says_so(settings, client_for, tmp_path):
    settings.DJANGO_VITE = {"default": {"dev_mode": False, "manifest_path": tmp_path / "none.json"}}
    assert client_for().get("/").status_code == 503


def test_unknown_api_addresses_are_no_pages(client_for):
    answer = client_for().get("/api/nonsense")
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_an_error_in_the_api_is_json_too(client_for, annotator, monkeypatch):
    def breaks(*_):
        raise RuntimeError("a bug")

    monkeypatch.setattr("evaluation.api.demonstrations.TaskViewSet.get_queryset", breaks)
    client = client_for(annotator)
    client.raise_request_exception = False
    answer = client.get("/api/tasks")
    assert (answer.status_code, answer.json()["code"]) == (500, "server_error")


def test_the_admins_own_sign_in_slows_down_guessing(db, admin_user, client):
    def attempt(password):
        return client.post("/admin/login/", {"username": admin_user.username, "password": password})

    for _ in range(8):
        assert b"do not go together" in attempt("wrong").content
    assert b"Too many wrong passwords" in attempt("phonebuddy-test").content


def test_health(client_for):
    assert client_for().get("/healthz").content == b"ok\n"


def test_metrics_are_for_this_machine_and_for_admins(client_for, admin_user, lead):
    assert b"phonebuddy_requests_total" in client_for().get("/metrics").content
    assert client_for().get("/metrics", HTTP_X_FORWARDED_FOR="192.0.2.1").status_code == 403
    assert client_for(lead).get("/metrics", REMOTE_ADDR="192.0.2.1").status_code == 403
    assert client_for(admin_user).get("/metrics", REMOTE_ADDR="192.0.2.1").status_code == 200


def test_the_api_describes_itself_without_a_warning(tmp_path):
    target = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(target))
    assert "/api/session" in target.read_text()


def test_the_documentation_loads_nothing_from_elsewhere(client_for, lead):
    page = client_for(lead).get("/api/docs").content.decode()
    assert "/static/drf_spectacular_sidecar/" in page
    assert "https://cdn" not in page


def test_every_model_has_an_admin():
    ours = [m for m in apps.get_models() if m._meta.app_label in OUR_APPS]
    assert [m for m in ours if not admin.site.is_registered(m)] == []


@pytest.mark.parametrize(
    "model",
    [m for m in apps.get_models() if m._meta.app_label in OUR_APPS],
    ids=lambda m: m._meta.label,
)
def test_every_admin_page_opens_for_an_admin_and_training_for_leads(
    model, client_for, admin_user, lead, annotator
):
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    assert client_for(admin_user).get(url, {"q": "x"}).status_code == 200
    assert client_for(lead).get(url).status_code == (200 if model._meta.app_label == "training" else 403)
    assert client_for(annotator).get(url).status_code == 302


def test_the_web_process_loads_no_training_code():
    heavy = ["torch", "transformers", "trl", "scipy", "pandas", "cv2"]
    code = f"import phonebuddy.asgi, phonebuddy.urls, sys; print([m for m in {heavy} if m in sys.modules])"
    paths = f"{ROOT}:{ROOT / 'platform'}"
    environment = {"PYTHONPATH": paths, "DJANGO_SETTINGS_MODULE": "phonebuddy.settings"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=environment
    )
    assert done.stdout.strip() == "[]", done.stderr
