import pytest

from devices.adb import uitree
from devices.adb.uitree import TreeError

XML = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy rotation="1">
  <node class="android.widget.FrameLayout" package="com.a" bounds="[0,0][540,1200]">
    <node class="androidx.recyclerview.widget.RecyclerView" scrollable="true" bounds="[0,100][540,900]">
      <node class="android.widget.LinearLayout" resource-id="row" clickable="true" bounds="[0,100][540,200]">
        <node class="android.widget.TextView" text="Milk" bounds="[20,110][300,150]"/>
        <node class="android.widget.TextView" text="2 litres" bounds="[20,150][300,190]"/>
      </node>
    </node>
    <node class="android.widget.EditText" text="hunter2" password="true" focused="true"
      bounds="[0,900][540,1000]"/>
    <node class="android.widget.Button" text="Under" clickable="true" bounds="[0,1000][540,1100]"/>
    <node class="android.view.View" bounds="[0,1000][540,1100]"/>
  </node>
</hierarchy>"""


@pytest.fixture
def tree():
    return uitree.parse(XML)


def test_a_touch_on_a_label_hits_the_row_that_takes_it(tree):
    row = tree.at(30, 120)
    assert row.id == "row"
    element = row.as_element()
    assert element["text"] == "Milk 2 litres"
    assert element["bounds"] == [0, 100, 540, 200]
    assert element["role"] == "button" and element["clickable"]


def test_what_takes_no_touch_lets_it_through(tree):
    assert tree.at(10, 1050).text == "Under"


def test_where_nothing_takes_a_touch_the_deepest_node_answers(tree):
    assert tree.at(10, 500).role == "list"
    assert tree.at(10, 1150).cls == "android.widget.FrameLayout"
    assert tree.at(900, 5000) is None


def test_a_secret_field_keeps_no_text(tree):
    field = tree.focused()
    assert field.password
    assert field.as_element()["text"] == ""
    assert all("hunter2" not in element["text"] for element in tree.elements())


def test_rotation_is_read(tree):
    assert tree.rotation == 1


@pytest.mark.parametrize("bad", ["", "ERROR", "<a/>", "<!DOCTYPE x><hierarchy/>", "<hierarchy><node>"])
def test_anything_else_is_an_error(bad):
    with pytest.raises(TreeError):
        uitree.parse(bad)


class Phone:
    """Answers `uiautomator dump` from a list."""

    serial = "fake"

    def __init__(self, *answers):
        self.answers, self.calls = list(answers), []

    async def exec_out(self, args, timeout):
        self.calls.append(args)
        return self.answers.pop(0).encode()


async def test_a_failure_with_status_0_is_seen_and_retried_compressed():
    phone = Phone("ERROR: could not get idle state.", XML + "UI hierchary dumped to: /dev/tty\n")
    tree = await uitree.dump(phone)
    assert tree.at(30, 120).id == "row"
    assert "--compressed" not in phone.calls[0] and "--compressed" in phone.calls[1]


async def test_giving_up_says_what_the_phone_said():
    with pytest.raises(TreeError, match="could not get idle state"):
        await uitree.dump(Phone(*["ERROR: could not get idle state."] * 3))
