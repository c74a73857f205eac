"""Groups of screens about people: chat, profile, address book."""

# ruff: noqa: UP031 - the braces belong to the language of specs, so % fills the gaps

from devices.phoneworld.modules.base import module


@module
def chat(table="chat", screen="chat", title="Chat", me="me", replies=()):
    """A conversation screen with one person, parameter `with_id`: bubbles, a composer, and canned replies
    that arrive
    on the clock. Messages lie in the state's `table` with columns peer, text, at, mine."""
    answer = []
    if replies:
        options = ", ".join(repr(r) for r in replies) + ","
        answer = [f"after(4000, '{table}_reply', peer=with_id, text=({options})[random({len(replies)})])"]
    return {
        "state": {table: {"columns": {"peer": "", "text": "", "at": 0, "mine": False}}},
        "screens": {
            screen: {
                "title": "{name or '%s'}" % title,
                "params": {"with_id": "", "name": ""},
                "start": "bottom",
                "vars": {"draft": ""},
                "body": [
                    {
                        "list": {
                            "items": f"where({table}, peer=with_id)",
                            "as": "message",
                            "section": "{day(message.at)}",
                            "row": {
                                "bubble": {
                                    "text": "{message.text}",
                                    "mine": "message.mine",
                                    "meta": "{time(message.at)}",
                                    "long": "copy(message.text)",
                                }
                            },
                            "empty": {"icon": "chat", "title": "No messages yet", "text": "Say hello"},
                        }
                    }
                ],
                "footer": [
                    {
                        "composer": {
                            "bind": "draft",
                            "send": [
                                f"insert({table}, peer=with_id, text=strip(draft), at=now(), mine=True)",
                                "draft = ''",
                                "scroll_to('bottom')",
                                *answer,
                            ],
                        }
                    }
                ],
            }
        },
        "events": {
            f"{table}_reply": {
                "params": ["peer", "text"],
                "do": [f"insert({table}, peer=peer, text=text, at=now(), mine=False)"],
            }
        },
    }


@module
def profile(name, email="", phone="", screen="profile", title="Profile", facts=()):
    """A profile screen: avatar, name, facts, and an edit form for the name; the name lies in the state."""
    rows = [
        {"fact": {"icon": i, "label": a, "value": v}}
        for i, a, v in (("mail", "Email", email), ("call", "Phone", phone))
        if v
    ]
    rows += [
        {"fact": {"label": f["label"], "value": f["value"], **({"icon": f["icon"]} if "icon" in f else {})}}
        for f in facts
    ]
    return {
        "state": {"profile_name": name},
        "screens": {
            screen: {
                "title": title,
                "appbar": {
                    "actions": [{"icon": "edit", "desc": "Edit name", "tap": f"open('{screen}_edit')"}]
                },
                "body": [
                    {"space": 16},
                    {"avatar": {"text": "{profile_name}", "size": 96, "center": True}},
                    {"text": {"text": "{profile_name}", "style": "headline_small", "align": "center"}},
                    *rows,
                ],
            },
            f"{screen}_edit": {
                "title": "Your name",
                "vars": {"new_name": ""},
                "load": ["new_name = profile_name"],
                "body": [
                    {"field": {"bind": "new_name", "label": "Name", "autofocus": True}},
                    {
                        "button": {
                            "label": "Save",
                            "wide": True,
                            "disabled": "not strip(new_name)",
                            "tap": ["profile_name = strip(new_name)", "back()", "toast('Saved')"],
                        }
                    },
                ],
            },
        },
    }
