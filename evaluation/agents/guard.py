"""What an agent may not do on a real phone without a person's word: paying, sending, deleting, calling.

A rule is {"name", "words"}: it holds a touch back when the element under it says one of the words (case does
not matter, word borders do). The rules come from who runs the phones; these are what they start from.
"""

import re
from collections.abc import Iterable

from devices.actions import Action

DEFAULT_RULES = tuple(
    {"name": name, "words": words.split(", ")}
    for name, words in (
        ("pay", "pay, buy, place order, checkout, subscribe, 支付, 付款, 购买, 转账"),
        ("send", "send, post, publish, submit, reply, 发送, 发布, 提交"),
        ("delete", "delete, remove, erase, clear all, uninstall, 删除, 清空, 卸载"),
        ("call", "call, dial, emergency, 拨打, 呼叫, 通话"),
    )
)
TOUCHING = ("click", "double_click", "long_press", "drag")


def reason(action: Action, element: dict | None, rules: Iterable[dict] = DEFAULT_RULES) -> str:
    """Why this waits for a person, in words; empty when it may go ahead."""
    if action.name == "button_press" and action.type == "enter" and element and element.get("text"):
        return "enter: what was typed would be sent"
    if action.name not in TOUCHING or not element:
        return ""
    said = f"{element.get('text', '')} {element.get('desc', '')} {element.get('id', '').rpartition('/')[2]}"
    said = said.replace("_", " ")
    for rule in rules:
        for word in rule["words"]:
            if has_word(said, word):
                return f"{rule['name']}: the element says “{word}”"
    return ""


def has_word(text: str, word: str) -> bool:
    """Whole words for scripts that part them, anywhere for those that do not."""
    if word.isascii():
        return re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE) is not None
    return word.casefold() in text.casefold()
