# ruff: noqa: E501 - embedded text keeps its lines
"""Groups of screens where people post and answer: comments, a feed."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import fill, filled

COMMENT = {
    "target": "",
    "author": "",
    "face": "",
    "text": "",
    "at": 0,
    "likes": 0,
    "liked": False,
    "mine": False,
}


def comment_row(table, people=None, person=None):
    """The widget for a comment `c`: portrait, author, words, a heart with its count."""
    return fill(
        """
        line:
          pad: 12
          gap: 12
          align: start
          tap: show('comment', picked=c.id)
          children:
            - image: {name: "{$face}", width_dp: 40, height: 40, round: 20, desc: "{$name}", tap: $opened}
            - column:
                grow: 1
                gap: 2
                children:
                  - text: {text: "{$name} · {ago(c.at)}", style: label_medium, color: on_surface_variant}
                  - text: {text: "{c.text}", style: body_large}
            - icon_button:
                icon: favorite
                desc: "{'Unlike' if c.liked else 'Like'} the comment of {$name}"
                on: c.liked
                color: "{'error' if c.liked else 'on_surface_variant'}"
                tap: "update($table, c.id, liked=not c.liked, likes=c.likes + (-1 if c.liked else 1))"
            - text: {text: "{number(c.likes) if c.likes else ''}", style: label_medium}
        """,
        table=table,
        name=f"(get({people}, c.author).name or c.author)" if people else "c.author",
        face=f"(c.face or get({people}, c.author).face or 'face/4')" if people else "(c.face or 'face/4')",
        opened=f"open('{person}', id=c.author)" if person else None,
    )


def comment_sheet(table):
    """What a tap on a comment offers."""
    return fill(
        """
        params: [picked]
        sheet:
          title: "{get($table, picked).text[:60]}"
          body:
            - row:
                title: Copy text
                icon: content_copy
                plain_icon: true
                tap: [close(), "copy(get($table, picked).text)", toast('Copied')]
            - row:
                when: get($table, picked).mine
                title: Delete
                icon: delete
                plain_icon: true
                tap: [close(), "remove($table, picked)", "snackbar('Comment deleted', undo=True)"]
            - row:
                when: not get($table, picked).mine
                title: Report
                icon: flag
                plain_icon: true
                tap: [close(), "toast('Thank you, we will look at it')"]
        """,
        table=table,
    )


def put_comment(table, target, me="Alex Rivera"):
    """The actions that add the words in `draft` as a comment of one's own."""
    return [
        {
            "if": "strip(draft)",
            "then": [
                f"insert({table}, target={target}, author={me!r}, text=strip(draft), at=now(), mine=True)",
                "draft = ''",
                "unfocus()",
                "scroll_to('bottom')",
            ],
        }
    ]


@module
def comments(
    rows=(), table="comments", screen="comments", title="Comments", me="Alex Rivera", people=None, person=None,
    hint="Add a comment", none="No comments yet", invite="Be the first to say something.", before=(),
):  # fmt: skip
    """Comments on anything: the screen of those on `target` (an id), with likes, sorting, and a composer; a tap
    on one offers to copy, report, or delete one's own. State: `table` (target, author, face, text, at, likes,
    liked, mine) with `rows` (or a file's name); without a `screen` it is only that. Authors are names, or ids of the table `people` (name, face),
    whose screen is `person`; `me` is oneself."""
    kept = {"columns": dict(COMMENT), "rows": rows}
    if screen is None:
        return {"state": {table: kept}}
    return filled(
        "comments",
        table=table,
        kept=kept,
        screen=screen,
        title=title,
        hint=hint,
        none=none,
        invite=invite,
        before=list(before),
        row=comment_row(table, people, person),
        send=put_comment(table, "target", me),
        sheet=comment_sheet(table),
    )


def _post(posts, people, comments, post, person, whole):
    """A post `p` as a card: author, words, picture, and what one can do with it."""
    return fill(
        """
        card:
          style: elevated
          pad: 0
          tap: $opened
          children:
            - line:
                pad: 12
                gap: 12
                children:
                  - image:
                      name: "{$author.face or 'face/4'}"
                      width_dp: 40
                      height: 40
                      round: 20
                      desc: "{$author.name}"
                      tap: open('$person', id=p.author)
                  - column:
                      grow: 1
                      tap: open('$person', id=p.author)
                      children:
                        - text: {text: "{$author.name}", style: title_small, lines: 1}
                        - text: {text: "@{$author.handle} · {ago(p.at)}", style: body_small, color: on_surface_variant}
                  - icon_button:
                      icon: more_horiz
                      desc: "Options for the post of {$author.name}"
                      tap: show('post', picked=p.id)
            - text: {when: p.text, text: "{p.text}", style: body_large, pad: true, lines: $lines}
            - image: {when: p.image, name: "{p.image}", height: $tall, desc: "Picture of {p.text[:40]}"}
            - line:
                pad: 4
                gap: 2
                children:
                  - icon_button:
                      icon: favorite
                      desc: "{'Unlike' if p.liked else 'Like'}"
                      on: p.liked
                      color: "{'error' if p.liked else 'on_surface_variant'}"
                      tap: "update($posts, p.id, liked=not p.liked, likes=p.likes + (-1 if p.liked else 1))"
                  - text: {text: "{number(p.likes)}", style: label_large, color: on_surface_variant}
                  - icon_button: {icon: chat_bubble, desc: Comments, tap: "open('$post', id=p.id)"}
                  - text: {text: "{count(where($comments, target=p.id))}", style: label_large, color: on_surface_variant}
                  - icon_button: {icon: share, desc: Share, tap: "intent('share', title=$author.name, text=p.text)"}
                  - space: {height: 1, grow: 1}
                  - icon_button:
                      icon: bookmark
                      desc: "{'Remove from saved' if p.saved else 'Save post'}"
                      on: p.saved
                      tap: "update($posts, p.id, saved=not p.saved)"
        """,
        author=f"get({people}, p.author)",
        posts=posts,
        comments=comments,
        post=post,
        person=person,
        opened=None if whole else f"open('{post}', id=p.id)",
        lines=None if whole else 6,
        tall=260 if whole else 210,
    )


def _post_menu(posts, people, compose, me):
    """What the three dots of a post offer."""
    found, mine = f"get({posts}, picked)", f"get({posts}, picked).author == '{me}'"
    edit = f"open('{compose}', id=picked, text={found}.text, image={found}.image, topic={found}.topic)"
    gone = f"remove({posts}, picked)"
    lines = (
        ("Copy text", "content_copy", [f"copy({found}.text)", "toast('Copied')"], True),
        ("Edit", "edit", [edit], mine),
        ("Delete", "delete", [gone, "snackbar('Post deleted', undo=True)"], mine),
        (
            "Unfollow",
            "person_remove",
            [f"update({people}, {found}.author, following=False)"],
            f"get({people}, {found}.author).following",
        ),
        (
            "Not interested",
            "visibility_off",
            [gone, "snackbar('You will see less like this', undo=True)"],
            f"not ({mine})",
        ),
    )
    body = [
        {"row": {"title": words, "icon": icon, "plain_icon": True, "when": when, "tap": ["close()", *tap]}}
        for words, icon, tap, when in lines
    ]
    return {"params": ["picked"], "sheet": {"title": "Post", "body": body}}


@module
def feed(
    rows, people_rows, me, posts="posts", people="people", comments="comments", title="Home", topics=(),
    screens=("feed", "post", "person", "compose"), before=(), actions=(), chat=None,
):  # fmt: skip
    """Posts of people: a feed (all, followed, by topic), one post with its comments (of the module comments,
    table `comments`), a person's page with Follow, saved posts, and a composer with a photo. State: `posts`
    (author, text, image, topic, at, likes, liked, saved) with `rows`, `people` (name, handle, face, bio,
    followers, following) with `people_rows`, or files' names; `me` is the id of oneself. `screens` names feed,
    post, person and composer; `chat` the screen where one writes to a person (it gets `peer`); `before` are
    widgets over the feed, `actions` go to its app bar."""
    feed_, post, person, compose = screens

    def card(whole):
        return _post(posts, people, comments, post, person, whole)

    made = filled(
        "feed",
        posts=posts,
        people=people,
        comments=comments,
        kept={
            "columns": {
                "author": "",
                "text": "",
                "image": "",
                "topic": "",
                "at": 0,
                "likes": 0,
                "liked": False,
                "saved": False,
            },
            "rows": rows,
        },
        known={
            "columns": {
                "name": "",
                "handle": "",
                "face": "",
                "bio": "",
                "followers": 0,
                "following": False,
            },
            "rows": people_rows,
        },
        screen=feed_,
        post=post,
        person=person,
        compose=compose,
        me=me,
        title=title,
        topics="topics",
        before=list(before),
        actions=list(actions),
        card=card(False),
        whole=card(True),
        comment=comment_row(comments, people, person),
        send=put_comment(comments, "id", me),
        sheet=comment_sheet(comments),
        menu=_post_menu(posts, people, compose, me),
        talk=chat
        and {
            "button": {
                "label": "Message",
                "icon": "chat",
                "style": "outlined",
                "tap": f"open('{chat}', peer=id)",
            }
        },
    )
    made["content"] = {"topics": list(topics)}
    return made


THREAD = {
    "board": "",
    "title": "",
    "body": "",
    "image": "",
    "author": "",
    "at": 0,
    "votes": 0,
    "my_vote": 0,
    "pinned": False,
    "locked": False,
    "solved": False,
    "following": False,
    "mine": False,
}
REPLY = {
    "thread": "",
    "author": "",
    "face": "",
    "text": "",
    "at": 0,
    "votes": 0,
    "my_vote": 0,
    "best": False,
    "mine": False,
}


def _votes(table, row, of):
    """Arrows up and down with the sum between them; a second tap takes a vote back."""
    return fill(
        """
        line:
          gap: 0
          children:
            - icon_button: {icon: arrow_upward, desc: Vote up $of, on: $row.my_vote == 1, color: $up, tap: $more}
            - text: {text: "{number($row.votes)}", style: label_large}
            - icon_button: {icon: arrow_downward, desc: Vote down $of, on: $row.my_vote == -1, color: $down, tap: $less}
        """,
        row=row,
        of=of,
        up=f"{{'primary' if {row}.my_vote == 1 else 'on_surface_variant'}}",
        down=f"{{'error' if {row}.my_vote == -1 else 'on_surface_variant'}}",
        more=f"update({table}, {row}.id, votes={row}.votes - {row}.my_vote + (0 if {row}.my_vote == 1 else 1), my_vote=0 if {row}.my_vote == 1 else 1)",
        less=f"update({table}, {row}.id, votes={row}.votes - {row}.my_vote - (0 if {row}.my_vote == -1 else 1), my_vote=0 if {row}.my_vote == -1 else -1)",
    )


def thread_row(replies, thread):
    """The widget for a thread `t` in a list."""
    return fill(
        """
        line:
          pad: 16
          gap: 12
          align: start
          tap: open('$thread', id=t.id)
          children:
            - column:
                grow: 1
                gap: 2
                children:
                  - text: {text: "{t.author} · {ago(t.at)}{' · pinned' if t.pinned else ''}{' · closed' if t.locked else ''}{' · solved' if t.solved else ''}", style: label_medium, color: primary, lines: 1}
                  - text: {text: "{t.title}", style: title_medium, lines: 2}
                  - text: {text: "{one_line(t.body)}", style: body_medium, color: on_surface_variant, lines: 2}
                  - text: {text: "▲ {number(t.votes)} · {plural(count(where($replies, thread=t.id)), 'reply', 'replies')}", style: label_medium, color: on_surface_variant}
            - image: {when: t.image, name: "{t.image or 'art/1'}", width_dp: 72, height: 72, round: 12, desc: "{t.title}"}
        """,
        replies=replies,
        thread=thread,
    )


@module
def threads(
    rows, answers, boards="boards", threads="threads", replies="replies", me="alexr", joined=(),
    screens=("board", "thread", "compose"),
):  # fmt: skip
    """A forum: one board with its threads (search, sort, join), one thread with votes, replies, following,
    and a composer; one's own can be edited, solved, deleted, and their best answer marked. `boards` is a table
    (name, about, members). State: `threads` with `rows`, `replies` with `answers` (or files' names), `joined`
    (ids of boards). `screens` names board, thread and composer."""
    board, thread, compose = screens
    return filled(
        "threads",
        boards=boards,
        threads=threads,
        replies=replies,
        me=me,
        board=board,
        thread=thread,
        compose=compose,
        kept={"columns": dict(THREAD), "rows": rows},
        answers={"columns": dict(REPLY), "rows": answers},
        mine_boards=list(joined),
        row=thread_row(replies, thread),
        votes_t=_votes(threads, "t", "the thread"),
        votes_r=_votes(replies, "r", "the reply of {r.author}"),
    )
