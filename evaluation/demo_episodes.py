"""A few whole demonstrations, played on a mock phone in this process, so that a new installation has
something to review and to look at. Their pictures, trees and verdicts are real; only their times are made.
"""

import io
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from PIL import Image

from devices.adb import uitree
from evaluation import services, trees
from evaluation.captures import Capture, foreground_of, store
from evaluation.models import Episode, EpisodeState, Revision, Task
from evaluation.services.recording import outcome_action
from phonebuddy.accounts.models import User

SEED = 1
PAUSE = timedelta(seconds=4)


class Player:
    """Acts on a PhoneWorld phone and records each action as the recorder would."""

    def __init__(self, episode: Episode, phone):
        self.episode, self.phone = episode, phone
        self.at: datetime = episode.started_at

    def look(self) -> Capture:
        phone = self.phone
        capture = Capture(phone.width, phone.height)
        target = io.BytesIO()
        Image.fromarray(phone.pixels()[:, :, :3]).save(target, "PNG", compress_level=1)
        capture.picture = target.getvalue()
        capture.nodes = trees.to_nodes(uitree.parse(phone.ui_xml()))
        capture.foreground = foreground_of(capture.nodes, phone.foreground["activity"])
        return capture

    def record(self, why: str, how: str, name: str, **arguments) -> None:
        """Store what is on the screen with the action that is about to happen, and its two texts."""
        self.at += PAUSE
        capture, element = self.look(), None
        if points := arguments.get("points"):
            element = trees.element_at(capture.nodes, *points[0])
        elif name == "type" and (field := trees.focused_field(capture.nodes)):
            element = trees.as_element(field, capture.nodes)
        step = services.record_step(
            self.episode.pk,
            action={"name": name, "arguments": arguments},
            at=self.at,
            duration_ms=arguments.get("duration", 80),
            **store(capture),
            element=element,
        )
        for field, text in (("thought", why), ("instruction", how)):
            if text:
                self.episode = services.edit_episode(
                    self.episode.author,
                    self.episode,
                    "set_text",
                    self.episode.head.number,
                    step=str(step.pk),
                    field=field,
                    text=text,
                )

    def point(self, words: str) -> tuple[int, int]:
        """The middle of the visible element with this text or description."""
        nodes = trees.to_nodes(uitree.parse(self.phone.ui_xml()))
        found = [n for n in nodes if words in (n["text"], n["desc"])]
        if not found:
            raise LookupError(f"{self.episode}: no {words!r} on the screen")
        left, top, right, bottom = found[-1]["bounds"]
        return (left + right) // 2, (top + bottom) // 2

    def tap(self, words: str, why: str = "") -> None:
        x, y = self.point(words)
        self.record(why, f"Tap “{words}”.", "click", points=[[x, y]])
        self.phone.tap(x, y)

    def open(self, label: str, why: str = "") -> None:
        """By its icon, if the first page of the home screen has it."""
        if label in self.phone.ui_xml():
            return self.tap(label, why)
        package = next(entry["package"] for entry in self.phone.packages() if entry["label"] == label)
        self.record(why, f"Open {label}.", "open_app", package=package)
        self.phone.open_app(package)

    def hold(self, words: str, why: str = "") -> None:
        x, y = self.point(words)
        self.record(why, f"Press “{words}” and hold.", "long_press", points=[[x, y]], duration=800)
        self.phone.long_press(x, y)

    def type(self, text: str, why: str = "") -> None:
        self.record(why, f"Type “{text}”.", "type", text=text)
        self.phone.type_text(text)

    def scroll(self, why: str = "") -> None:
        self.record(why, "Scroll down.", "scroll", points=[[270, 950], [270, 450]], duration=300)
        self.phone.swipe(270, 950, 270, 450, ms=300)

    def back(self, why: str = "") -> None:
        self.record(why, "Go back.", "button_press", type="back")
        self.phone.key("BACK")


def packing(play: Player) -> str:
    play.open("Notes", "The note belongs into the Notes app, which is on the home screen.")
    play.tap("New note", "The button with the plus begins a new note.")
    play.type("Packing", "The cursor is in the title already.")
    play.tap("Note", "Now the text below the title.")
    play.type("passport, charger, rain jacket")
    play.tap("Save", "The tick at the top saves the note.")
    return ""


def gym(play: Player) -> str:
    play.open("Clock", "Alarms are in the Clock app.")
    play.tap("Gym 07:00", "The gym alarm is switched off; its switch turns it on.")
    return ""


def platform(play: Player) -> str:
    play.open("Messages", "The railway sends its tickets as messages.")
    while "Northline" not in play.phone.ui_xml():
        play.scroll("No message of a railway is visible yet.")
    play.tap("Northline", "Northline is the railway.")
    return "6"


def mugs(play: Player) -> str:
    play.open("Marlow", "Marlow is the shop.")
    play.tap("Stoneware Mug, set of 2", "The mugs are on the first page.")
    play.tap("Add to cart")
    return ""


def quotes(play: Player) -> str:
    play.open("Notes")
    play.tap("Groceries", "I tapped the wrong note.")
    play.back()
    play.scroll()
    play.hold("Quotes", "Holding a note opens its menu.")
    play.tap("Delete")
    play.tap("Delete", "The dialog asks once more.")
    return ""


def ruth(play: Player) -> str:
    play.open("Contacts")
    while "Ruth Adler" not in play.phone.ui_xml():
        play.scroll("The list is sorted by name; Ruth is further down.")
    play.tap("Ruth Adler")
    play.tap("Add to favorites", "The star marks a favourite.")
    return ""


Script = Callable[[Player], str]
#: (task, author, script, what became of it)
EPISODES: list[tuple[str, str, Script, tuple | None]] = [
    ("notes-packing-list", "annotator", packing, ("accept", "good", "Clear steps and good thoughts.")),
    ("clock-gym-on", "annotator", gym, ("accept", "excellent", "The shortest way there is.")),
    ("notes-delete-quotes", "annotator", quotes,
     ("send_back", "", "Please take out the note opened by mistake, and write a thought for each step.")),
    ("messages-platform", "annotator2", platform, None),
    ("shop-add-mugs", "annotator2", mugs, None),
    ("contacts-star-ruth", "annotator2", ruth, None),
]  # fmt: skip


def load() -> int:
    """Play the episodes that are not there yet; how many were played."""
    from devices.phoneworld import Phone  # the renderer is heavy, and rarely needed here

    people = {user.username: user for user in User.objects.all()}
    missing = [
        e for e in EPISODES if not Episode.objects.filter(task__key=e[0], author__username=e[1]).exists()
    ]
    phone = Phone(seed=SEED) if missing else None
    for number, (key, author, script, review) in enumerate(missing):
        began = timezone.now() - timedelta(hours=len(missing) - number)
        episode = play(phone, Task.objects.get(key=key), people[author], script, began)
        if review:
            verdict, quality, reason = review
            services.review_episode(people["reviewer"], episode, verdict, reason, quality)
    return len(missing)


@transaction.atomic
def play(phone, task: Task, author: User, script: Script, began: datetime) -> Episode:
    """One demonstration from claim to submission."""
    phone.reset(seed=SEED, setup=task.setup)
    before = phone.state
    claim = services.claim_task(author, task)
    episode = Episode.objects.create(
        task=task,
        claim=claim,
        goal=task.goal,
        author=author,
        state=EpisodeState.RECORDING,
        started_at=began,
        width=phone.width,
        height=phone.height,
        origin={
            "author": author.display_name,
            "device": "PhoneWorld",
            "device_kind": "mock",
            "model": "PhoneWorld",
        },
    )
    episode.head = Revision.objects.create(episode=episode, number=0, op="original", author=author)
    episode.save(update_fields=["head"])
    player = Player(episode, phone)
    answer = script(player)
    services.finish_episode(author, episode, "finished", answer)
    final = outcome_action("finished", answer)
    player.record("", "", final["name"], **final["arguments"])
    Episode.objects.filter(pk=episode.pk).update(finished_at=player.at)
    services.note_saved(episode, phone.verify(task.verifier, before, answer or None))
    return services.submit_episode(author, episode)
