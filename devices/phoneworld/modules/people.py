"""Groups of screens about people: chat, profile, address book."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.lists import entry
from devices.phoneworld.modules.template import fill, filled
from devices.phoneworld.tables import TYPES


@module
def chat(
    table="chat", peer="peer", screens=("chat",), title="Chat", name=None, hint="Message", replies=(),
    attach=None, send=None, status=None, read=None, sort="at", values="", empty=None, actions=(),
    start=None,
):  # fmt: skip
    """Conversations: a screen with one peer (parameter `peer`, the column that names it too), with bubbles,
    a composer, and canned `replies` that arrive on the clock; a tap on a message follows its link, or
    (as a long press) offers to copy, forward, share or delete it. With two `screens` the first lists the
    conversations: unread ones bold, a long press marks as read or deletes, and `start` opens the screen to
    begin one (it gets `draft`). `name` is the expression that names a peer `{peer}`. Messages lie in `table`,
    of the system or the state, with the columns text, at, mine and, where `read` says so, read. `send` are
    the actions with the text in `draft`."""
    *listing, talk = screens

    def who(expression):
        return f"({name.format(peer=expression)})" if name else expression

    own = {"text": "", "at": 0, "mine": False, peer: ""}
    answer = []
    if replies:
        options = ", ".join(repr(r) for r in replies) + ","
        answer = [f"after(4000, '{table}_reply', {peer}={peer}, text=({options})[random({len(replies)})])"]
    put = f"insert({table}, {peer}={peer}, text=strip(draft), at=now(), mine=True{values})"
    ask = fill(
        """
        title: Delete conversation?
        text: All messages with {$who} will be deleted from this phone.
        """,
        who=who(peer),
    )

    def delete(*after):
        gone = [f"remove_where({table}, {peer}={peer})", *after, "snackbar('Conversation deleted')"]
        buttons = [{"label": "Cancel", "tap": "close()"}, {"label": "Delete", "tap": gone}]
        return {"dialog": {**ask, "buttons": buttons}}

    made = filled(
        "chat",
        talk=talk,
        who=who(peer),
        title=title,
        peer=peer,
        table=table,
        sort=sort,
        hint=hint,
        attach=attach,
        seen=read and f"update_where({table}, '{peer}', {peer}, read=True)",
        calls=[a for a in actions if "desc" in a],
        actions=[a for a in actions if "label" in a],
        meta=f"{{'Not sent' if message.{status} == 'failed' else time(message.at)}}"
        if status
        else "{time(message.at)}",
        status=status and f"{{'error' if message.{status} == 'failed' else 'done_all'}}",
        send=send or put,
        answer=answer,
        delete=delete("back()"),
        lines=[
            entry(
                "Copy text",
                "content_copy",
                ["close()", f"copy(get({table}, picked).text)", "toast('Copied')"],
            ),
            start
            and entry("Forward", "forward", ["close()", f"open('{start}', draft=get({table}, picked).text)"]),
            entry("Share", "share", ["close()", f"intent('share', text=get({table}, picked).text)"]),
            entry("Delete", "delete", ["close()", f"remove({table}, picked)", "toast('Message deleted')"]),
        ],
    )
    if table not in TYPES:
        made["state"] = {table: {"columns": own}}
    if replies:
        made["events"] = {
            f"{table}_reply": {
                "params": [peer, "text"],
                "do": [f"insert({table}, {peer}={peer}, text=text, at=now(), mine=False)"],
            }
        }
    if listing:
        unread = f"count(where({table}, {peer}=thread.{peer}, read=False, mine=False))"
        made["screens"] |= filled(
            "conversations",
            listing=listing[0],
            title=title,
            table=table,
            sort=sort,
            peer=peer,
            talk=talk,
            unread=unread,
            who=who(f"thread.{peer}"),
            whom=who(peer),
            empty=empty or {"icon": "forum", "title": "No conversations yet"},
            mark=entry(
                "Mark as read",
                "mark_chat_read",
                ["close()", f"update_where({table}, '{peer}', {peer}, read=True)"],
            ),
            remove=entry("Delete conversation", "delete", f"show('delete', {peer}={peer})"),
            delete={"params": [peer], **delete()},
        )
    return made


@module
def profile(name, email="", phone="", screen="profile", title="Profile", facts=()):
    """A profile screen: avatar, name, facts, and an edit form for the name; the name lies in the state."""
    known = [("mail", "Email", email), ("call", "Phone", phone)]
    return filled(
        "profile",
        name=name,
        screen=screen,
        title=title,
        rows=[{"fact": {"icon": i, "label": a, "value": v}} for i, a, v in known if v]
        + [{"fact": fact} for fact in facts],
    )
