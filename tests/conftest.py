"""PostgreSQL and Valkey once per test run, and people of every role.

Nothing set in the environment: the run starts its own services in a temporary folder (with pytest-xdist the
controller does, its workers inherit the addresses and use a database each). They end with the run, even if
it is killed. Tests that touch no database never start any.
"""

import fcntl
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from django.conf import settings

from phonebuddy.services.locations import Locations
from phonebuddy.services.postgres import Postgres
from phonebuddy.services.valkey import Valkey

running: list = []
folder: Path | None = None


def start_services() -> None:
    global folder
    if running or os.environ.get("PHONEBUDDY_TEST_SERVICES"):
        return
    folder = Path(tempfile.mkdtemp(prefix="pbtest-"))
    folder.chmod(0o755)  # as root, the services run as nobody and must get in
    locations = Locations(folder)
    if "DATABASE_URL" not in os.environ:
        postgres = Postgres(locations, durable=False)
        postgres.start(folder / "postgres.log")
        running.append(postgres)
        os.environ["DATABASE_URL"] = locations.database_url
    if "REDIS_URL" not in os.environ:
        valkey = Valkey(locations)
        valkey.start(folder / "valkey.log")
        running.append(valkey)
        os.environ["REDIS_URL"] = locations.redis_url
    os.environ["PHONEBUDDY_TEST_SERVICES"] = str(folder)


def use_services() -> None:
    """Point this process's Django at them; its settings were read before they ran."""
    import environ
    from django.db import connections

    from phonebuddy.celery import app

    address = environ.Env.db_url_config(os.environ["DATABASE_URL"])
    connections.databases["default"].update(
        {key: address[key] for key in ("HOST", "PORT", "USER", "PASSWORD", "NAME")}
    )
    settings.REDIS_URL = os.environ["REDIS_URL"]
    settings.CACHES["default"]["LOCATION"] = settings.REDIS_URL
    settings.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"] = [settings.REDIS_URL]
    settings.CELERY_BROKER_URL = settings.REDIS_URL.replace("unix://", "redis+socket://")
    app.conf.broker_url = settings.CELERY_BROKER_URL  # else each message waits seconds for a broker in vain


def pytest_configure(config):
    os.environ["PHONEBUDDY_DB_POOL"] = "0"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick, not safe
    settings.WHITENOISE_AUTOREFRESH = True  # else every test client reads the whole folder of static files
    settings.DATABASES["default"].get("OPTIONS", {}).pop("pool", None)
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        start_services()


def pytest_collection_modifyitems(items):
    """Those that start a platform of their own come first: they take longest, and touch no test database."""
    items.sort(key=lambda item: not item.get_closest_marker("slow") or "db" in item.fixturenames)


def pytest_unconfigure(config):
    for service in reversed(running):
        service.stop()
    running.clear()
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(Locations(folder).sockets, ignore_errors=True)


@pytest.fixture(scope="session")
def services() -> None:
    """PostgreSQL and Valkey are there, and Django points at them."""
    start_services()
    use_services()


@pytest.fixture(scope="session")
def migrated(services):
    """Migrations run once per test run: the first process keeps what they made, the others copy it."""
    from django.db import connection

    with (Path(os.environ["PHONEBUDDY_TEST_SERVICES"]) / "migrated").open("a+") as mark:
        fcntl.flock(mark, fcntl.LOCK_EX)
        mark.seek(0)
        if name := mark.read():
            connection.settings_dict["TEST"]["TEMPLATE"] = name
        yield mark


@pytest.fixture(scope="session")
def django_db_modify_db_settings(migrated, django_db_modify_db_settings_parallel_suffix) -> None:
    """pytest-django asks for this before it makes the test database."""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, migrated, django_db_blocker):
    from django.db import connection

    our_server = Path(migrated.name).with_name("postgres.log").exists()  # on another's nothing is left behind
    if our_server and not connection.settings_dict["TEST"].get("TEMPLATE"):
        with django_db_blocker.unblock():
            name = connection.settings_dict["NAME"]
            connection.close()  # nobody may be in a database that is copied
            with connection._nodb_cursor() as cursor:
                cursor.execute(f'CREATE DATABASE "{name}_migrated" TEMPLATE "{name}"')
        migrated.write(f"{name}_migrated")
        migrated.flush()
    fcntl.flock(migrated, fcntl.LOCK_UN)


@pytest.fixture(autouse=True)
def own_blobs(settings, tmp_path_factory, request):
    """Files go to a folder that goes away."""
    if "db" in request.fixturenames or "transactional_db" in request.fixturenames:
        settings.BLOBS_ROOT = tmp_path_factory.mktemp("blobs")


@pytest.fixture
def make_user(db):
    from phonebuddy.accounts.models import User

    def make(*roles: str, username: str | None = None, **fields):
        fields.setdefault("name", (username or "-".join(roles) or "outsider").title())
        user = User(username=username or f"user{User.objects.count() + 1}", roles=list(roles), **fields)
        user.set_password("a long secret")
        user.save()
        return user

    return make


@pytest.fixture
def annotator(make_user):
    return make_user("annotator", username="ann")


@pytest.fixture
def reviewer(make_user):
    return make_user("reviewer", username="rev")


@pytest.fixture
def evaluator(make_user):
    return make_user("evaluator", username="eva")


@pytest.fixture
def lead(make_user):
    return make_user("lead", username="lea")


@pytest.fixture
def researcher(make_user):
    return make_user("researcher", username="res")


@pytest.fixture
def admin_user(make_user):
    return make_user("admin", username="adm")


@pytest.fixture
def outsider(make_user):
    """Signed in, without any role: must see nothing."""
    return make_user(username="out")


@pytest.fixture
def client_for(db):
    """`client_for(user)`: a REST client whose session is that person's; None is a stranger."""
    from rest_framework.test import APIClient

    def make(user=None) -> APIClient:
        client = APIClient()
        if user:
            client.force_login(user)
        return client

    return make
