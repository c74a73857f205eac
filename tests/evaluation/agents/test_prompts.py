"""What a model is shown and asked, step by step."""

import base64
import io

import numpy as np
from PIL import Image

from devices.adb import uitree
from devices.observation import Observation
from evaluation.agents import dialects, prompts
from evaluation.agents.prompts import Past

XML = """<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][540,1200]">
<node class="android.widget.TextView" text="Notes" bounds="[0,0][540,100]" enabled="true"/>
<node class="android.widget.EditText" text="hidden" password="true" focused="true" bounds="[0,100][540,200]" enabled="true"/>
<node class="android.widget.ImageButton" content-desc="New note" clickable="true" bounds="[440,1080][540,1180]" enabled="false"/>
<node class="android.view.View" bounds="[0,300][540,400]"/>
</node></hierarchy>"""  # noqa: E501


def seen(**fields):
    image = np.zeros((1200, 540, 3), np.uint8)
    image[:, :, 0] = 200
    return Observation(540, 1200, **({"image": image, "tree": uitree.parse(XML)} | fields))


def test_elements_are_numbered_with_their_middle_and_no_secret():
    text, boxes = prompts.tree_text(seen().tree, 540, 1200)
    assert text.splitlines() == [
        '[0] text "Notes" (500, 41)',
        "[1] text_field (500, 125) focused, password",
        '[2] button "New note" (907, 941) disabled',
    ]
    assert boxes == ((0, 0, 540, 100), (0, 100, 540, 200), (440, 1080, 540, 1180))


def test_one_picture_the_goal_and_the_history_as_text():
    dialect = dialects.get("phonebuddy-json")
    screen, jpeg, elements = prompts.look(seen(), "screenshot", 270, {})
    assert elements == "" and screen.image == (270, 600)
    history = [Past("<think>a</think>one"), Past("<think>b</think>two")]
    system, user = prompts.messages(dialect, screen, "Pin the note", history, jpeg, elements)
    assert system == {"role": "system", "content": ""}
    kinds = [part["type"] for part in user["content"]]
    assert kinds == ["text", "image_url", "text"]
    url = user["content"][1]["image_url"]["url"]
    image = Image.open(io.BytesIO(base64.b64decode(url.removeprefix("data:image/jpeg;base64,"))))
    assert image.size == (270, 600)
    told = user["content"][2]["text"]
    assert "Goal: Pin the note" in told
    assert told.index("Step 1: <think>a</think>one") < told.index("Step 2: <think>b</think>two")


def test_a_window_without_a_picture_is_told_by_its_tree():
    _, jpeg, elements = prompts.look(seen(image=None, secure=True), "screenshot", 0, {})
    assert jpeg is None and "New note" in elements
    screen, jpeg, elements = prompts.look(seen(), "both", 0, {"Notes": "org.example.notes"})
    assert jpeg and elements and screen.package("notes") == "org.example.notes"
