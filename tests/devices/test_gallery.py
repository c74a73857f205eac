"""The gallery: who may play, what a phone of it does, and that phones are few and come to an end."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from asgiref.testing import ApplicationCommunicator

from devices.gallery import catalog, consumer, phones
from devices.gallery.consumer import GalleryConsumer
from devices.gallery.phones import Gallery
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.django_db(transaction=True)
NOTES = "org.phoneworld.notes"


@pytest.fixture(autouse=True)
def gallery(monkeypatch):
    """A gallery of its own for each test, whose phones end with it."""
    made = Gallery()
    monkeypatch.setattr(consumer, "gallery", made)
    return made


class Page:
    """What the browser's page would do."""

    def __init__(self, socket):
        self.socket = socket

    async def tell(self, what, /, **values):
        words = json.dumps({"type": what, **values})
        await self.socket.send_input({"type": "websocket.receive", "text": words})

    async def read(self, kind, seconds=PATIENCE_S):
        """The next message of a kind; pictures are acknowledged on the way."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.socket.receive_output(seconds)
                if message["type"] == "websocket.close":
                    raise ConnectionError(message["code"], message.get("reason", ""))
                if message.get("bytes"):
                    await self.tell("ack", seq=1)
                    if kind == "picture":
                        return message["bytes"]
                elif json.loads(message["text"])["type"] == kind:
                    return json.loads(message["text"])

    async def tap(self, x, y):
        for action in ("down", "up"):
            await self.tell("touch", action=action, pointer=0, x=x, y=y, w=540, h=1200)


@asynccontextmanager
async def playing(user, key="phone-one", package=NOTES, **more):
    words = "&".join(f"{k}={v}" for k, v in {"phone": key, "package": package, **more}.items())
    scope = {"type": "websocket", "query_string": words.encode(), "headers": [], "user": user}
    socket = ApplicationCommunicator(GalleryConsumer.as_asgi(), scope)
    await socket.send_input({"type": "websocket.connect"})
    assert (await socket.receive_output(PATIENCE_S))["type"] == "websocket.accept"
    try:
        yield Page(socket)
    finally:
        await socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await socket.wait(PATIENCE_S)
        for held in list(consumer.gallery.phones.values()):
            if held.holders <= 0:
                consumer.gallery.free(held)


async def refusal(user, **words):
    async with playing(user, **words) as page:
        with pytest.raises(ConnectionError) as refused:
            await page.read("hello")
        return refused.value.args


# -- who may
def test_only_leads_and_researchers_see_the_catalogue(client_for, lead, researcher, annotator, outsider):
    for user, status in ((lead, 200), (researcher, 200), (annotator, 403), (outsider, 403)):
        assert client_for(user).get("/api/gallery").status_code == status
        assert client_for(user).get(f"/api/gallery/apps/{NOTES}/spec").status_code == status


async def test_only_they_may_open_a_phone(lead, annotator, outsider):
    from django.contrib.auth.models import AnonymousUser

    assert (await refusal(AnonymousUser()))[0] == 4401
    assert (await refusal(annotator))[0] == 4403
    assert (await refusal(outsider))[0] == 4403
    assert (await refusal(lead, key="x"))[0] == 4404
    assert (await refusal(lead, package="org.example.none"))[0] == 4404


async def test_a_phone_is_its_persons_own(lead, researcher, gallery):
    async with playing(lead) as page, playing(researcher) as other:
        await page.read("hello")
        await other.read("hello")
        one, two = gallery.phones.values()
        assert one.phone is not two.phone
        await page.tap(480, 1090)
        await page.read("gallery.changes")
        assert two.phone.state["fg"] == NOTES and one.phone.state_hash() != two.phone.state_hash()


# -- the catalogue
def test_the_catalogue_tells_every_app_and_asks_no_table_for_it(
    client_for, lead, django_assert_max_num_queries
):
    client = client_for(lead)
    catalog.apps()
    with django_assert_max_num_queries(3):  # who is asking; the apps are no rows
        found = client.get("/api/gallery").json()
    assert {NOTES, "org.phoneworld.marlow"} <= {app["package"] for app in found["apps"]}
    assert all(app["icon"].startswith("data:image/png") and app["screens"] for app in found["apps"])
    assert found["stream_url"].startswith("ws://testserver") and "hostile" in found["profiles"]
    files = client.get(f"/api/gallery/apps/{NOTES}/spec").json()
    assert files[0]["name"] == "app.yaml" and "package: org.phoneworld.notes" in files[0]["text"]
    assert client.get("/api/gallery/apps/org.example.none/spec").status_code == 404


# -- a phone
async def test_touches_change_the_picture_and_the_state(lead):
    async with playing(lead) as page:
        assert (await page.read("hello"))["device"]["width"] == 540
        assert (await page.read("gallery.facts"))["screen"] == "notes"
        first = await page.read("picture")
        await page.tap(480, 1090)
        changes = (await page.read("gallery.changes"))["changes"]
        assert any(change["path"][0] == "tasks" for change in changes)
        assert (await page.read("gallery.facts"))["screen"] == "edit"
        await page.tell("text", text="买菜", id=1)
        assert (await page.read("typed"))["read_back"].endswith("买菜")
        assert await page.read("picture") != first


async def test_the_state_can_be_kept_come_back_to_and_reset(lead, gallery):
    async with playing(lead) as page:
        fresh = (await page.read("gallery.facts"))["hash"]
        await page.tell("gallery.keep")
        kept = await page.read("gallery.kept")
        await page.tap(480, 1090)
        assert (await page.read("gallery.facts"))["hash"] != fresh
        await page.tell("gallery.back_to", id=kept["id"])
        assert (await page.read("gallery.facts"))["screen"] == "notes"
        await page.tap(480, 1090)
        await page.read("gallery.facts")
        await page.tell("gallery.reset", profile="mild")
        facts = await page.read("gallery.facts")
        assert facts["screen"] == "notes" and facts["profile"] == "mild"
        await page.tell("gallery.reset", profile="wild")
        assert "wild" in (await page.read("error"))["message"]


async def test_a_fork_goes_its_own_way(lead, gallery):
    async with playing(lead) as page:
        await page.read("hello")
        await page.tap(480, 1090)
        await page.read("gallery.changes")
        async with playing(lead, key="phone-two", **{"from": "phone-one"}) as twin:
            assert (await twin.read("gallery.facts"))["screen"] == "edit"
            await twin.tell("button", name="home")
            assert (await twin.read("gallery.facts"))["package"] == ""
        assert gallery.phones[lead.pk, "phone-one"].phone.state["fg"] == NOTES


async def test_a_disturbance_the_dark_theme_and_a_branch_of_the_state(lead):
    async with playing(lead, package="org.phoneworld.marlow") as page:
        await page.read("gallery.facts")
        await page.tell("gallery.disturb", kind="rating")
        assert (await page.read("gallery.facts"))["disturbances"][0]["kind"] == "rating"
        await page.tell("gallery.disturb", kind="flood")
        assert "flood" in (await page.read("error"))["message"]
        await page.tell("gallery.dark", on=True)
        assert (await page.read("gallery.facts"))["dark"]
        await page.tell("gallery.branch", path=["apps", "org.phoneworld.marlow"])
        assert "cart" in (await page.read("gallery.branch"))["value"]


async def test_nonsense_is_answered_in_words(lead):
    async with playing(lead) as page:
        for kind, values in (
            ("touch", {"action": "hover"}),
            ("touch", {"action": "down", "pointer": 0, "x": "a", "y": 1, "w": 1, "h": 1}),
            ("gallery.branch", {"path": "apps"}),
            ("open_app", {"package": "org.example.none"}),
            ("gallery.back_to", {"id": "99"}),
            ("dance", {}),
        ):
            await page.tell(kind, **values)
            assert (await page.read("error"))["message"]


# -- few, and freed
async def test_there_are_only_so_many_phones(lead, gallery, monkeypatch):
    monkeypatch.setattr(phones, "MOST_EACH", 1)
    async with playing(lead) as page:
        await page.read("hello")
        assert (await refusal(lead, key="phone-two"))[0] == 4409
    async with playing(lead, key="phone-two") as page:  # the first one was freed
        await page.read("hello")


async def test_a_page_that_is_loaded_again_finds_its_phone(lead, gallery):
    async with playing(lead) as page:
        await page.read("hello")
        await page.tap(480, 1090)
        await page.read("gallery.changes")
        async with playing(lead) as again:
            assert (await again.read("gallery.facts"))["screen"] == "edit"
        assert len(gallery.phones) == 1


async def test_an_idle_phone_ends(lead, gallery, monkeypatch):
    async with playing(lead) as page:
        await page.read("hello")
        monkeypatch.setattr(consumer, "IDLE_S", -1.0)
        assert "nothing for a while" in (await page.read("ended"))["reason"]
    assert not gallery.phones


async def test_a_person_who_lost_the_role_loses_the_phone(lead, monkeypatch):
    from asgiref.sync import sync_to_async

    monkeypatch.setattr(consumer, "RECHECK_EVERY", 0.0)
    async with playing(lead) as page:
        await page.read("hello")
        lead.roles = ["annotator"]
        await sync_to_async(lead.save)()
        await page.tell("ping", t=1)
        with pytest.raises(ConnectionError) as closed:
            await page.read("never")
        assert closed.value.args[0] == 4403
