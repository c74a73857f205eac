"""What an agent must ask about on a real phone, and what it need not."""

import pytest

from devices import actions
from evaluation.agents import guard

TAP = actions.Click(((10, 10),))


def element(text="", desc="", id=""):
    return {"text": text, "desc": desc, "id": id}


@pytest.mark.parametrize(
    "action, touched, rule",
    [
        (TAP, element("Pay now"), "pay"),
        (TAP, element(desc="Send message"), "send"),
        (TAP, element(id="com.example:id/btn_delete"), "delete"),
        (actions.LongPress(((1, 1),)), element("呼叫"), "call"),
        (TAP, element("立即付款"), "pay"),
        (actions.ButtonPress("enter"), element("hello"), "enter"),
        (TAP, element("Payment history"), ""),
        (TAP, element("Sender: Mia"), ""),
        (TAP, element("Open"), ""),
        (TAP, None, ""),
        (actions.Type("pay the bill"), element("Note"), ""),
        (actions.Scroll(((1, 1), (2, 2))), element("Pay"), ""),
        (actions.ButtonPress("back"), element("Pay"), ""),
    ],
)
def test_the_first_rules(action, touched, rule):
    assert guard.reason(action, touched).partition(":")[0] == rule


def test_rules_of_ones_own():
    rules = [{"name": "save", "words": ["save"]}]
    assert "“save”" in guard.reason(TAP, element(desc="Save"), rules)
    assert guard.reason(TAP, element("Pay"), rules) == ""
