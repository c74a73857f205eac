# ruff: noqa: E501 - embedded text keeps its lines
"""Groups of screens for words: mail, pages with links, articles, books."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.lists import entry
from devices.phoneworld.modules.template import filled

FOLDERS = (
    ("inbox", "Inbox", "inbox"),
    ("drafts", "Drafts", "draft"),
    ("sent", "Sent", "send"),
    ("archive", "Archive", "archive"),
    ("spam", "Spam", "report"),
    ("trash", "Trash", "delete"),
)
MAIL = {
    "folder": "inbox",
    "name": "",
    "email": "",
    "to": "",
    "subject": "",
    "body": "",
    "at": 0,
    "read": False,
    "starred": False,
    "label": "",
    "files": "",
    "thread": "",
    "title": "",
    "start": 0,
    "end": 0,
    "place": "",
    "answer": "",
    "link": "",
    "link_text": "",
}


@module
def inbox(
    rows, address, table="mails", labels=(), attached="attached", title="Inbox", me="Me", hint="Search mail",
    screens=("inbox", "folder", "mail", "compose", "search"), find="search", below=(),
):  # fmt: skip
    """Mail: an inbox with views and labels, folders, starred, one message with its thread, attachments (the
    content table `attached`: id is the file's name; kind, size, data), links and invitations (title, start,
    end, place: answered into the shared calendar), and a composer that suggests contacts, attaches files and
    keeps drafts. A long press on a message labels, moves, archives, deletes. State: `table` with `rows` (or a
    file's name), `address` is one's own. `screens` names inbox, folder, mail and composer; `find` is the search
    screen (of the module search)."""
    listing, folder, mail, compose, *_ = screens
    tap = [
        {
            "if": "m.folder == 'drafts'",
            "then": f"open('{compose}', draft=m.id, to=m.to, subject=m.subject, body=m.body, files=m.files)",
            "else": f"open('{mail}', id=m.id)",
        }
    ]
    row = {
        "row": {
            "avatar": "{m.to if m.folder in ('sent', 'drafts') else m.name}",
            "title": "{('To ' + m.to if m.to else 'Draft') if m.folder in ('sent', 'drafts') else m.name}",
            "subtitle": "{(m.subject or '(no subject)') + '\\n' + one_line(m.body)}",
            "lines": 2,
            "meta": "{ago(m.at)}",
            "bold": "not m.read",
            "trailing_icon": "{'star' if m.starred else 'attach_file' if m.files else ''}",
            "trailing_desc": "{'Starred' if m.starred else 'Attachment'}",
            "tap": tap,
            "long": "show('more', id=m.id)",
        }
    }
    on = f"get({table}, id)"
    drop = f"remove_where(calendar, title={on}.title, start={on}.start)"
    add = f"insert(calendar, title={on}.title, start={on}.start, end={on}.end, location={on}.place, guests={on}.name)"

    def answer(label, value, *then):
        return {
            "button": {
                "label": label,
                "style": "tonal",
                "icon": f"{{'check' if {on}.answer == '{value}' else ''}}",
                "tap": [f"update({table}, id, answer='{value}')", drop, *then],
            }
        }

    invitation = [
        {
            "card": {
                "when": f"{on}.start",
                "children": [
                    {"text": {"text": "Invitation", "style": "label_large", "color": "primary"}},
                    {"text": {"text": f"{{{on}.title}}", "style": "title_large"}},
                    {
                        "text": {
                            "text": f"{{date({on}.start, '%A, %-d %B')}}, {{time({on}.start)}} – {{time({on}.end)}}",
                            "style": "body_large",
                        }
                    },
                    {
                        "text": {
                            "text": f"{{{on}.place}}",
                            "style": "body_medium",
                            "color": "on_surface_variant",
                        }
                    },
                    {"space": 8},
                    {
                        "line": {
                            "justify": "start",
                            "children": [
                                answer("Yes", "yes", add, "toast('Added to your calendar')"),
                                answer("Maybe", "maybe", add, "toast('Added to your calendar')"),
                                answer("No", "no", "toast('Declined')"),
                            ],
                        }
                    },
                ],
            }
        },
        {
            "button": {
                "when": f"{on}.link",
                "label": f"{{{on}.link_text or 'Open link'}}",
                "icon": "open_in_new",
                "style": "outlined",
                "wide": True,
                "tap": f"intent('view_url', uri={on}.link)",
            }
        },
    ]

    def choices(pairs, column):
        return [
            entry(words, icon, ["close()", f"update({table}, id, {column}={value!r})", f"toast('{done}')"])
            for value, words, icon, done in pairs
        ]

    made = filled(
        "inbox",
        table=table,
        attached=attached,
        listing=listing,
        folder=folder,
        mail=mail,
        compose=compose,
        find=find,
        title=title,
        hint=hint,
        me=me,
        address=address,
        row=row,
        invitation=invitation,
        labels="labels",
        folders="folders",
        below=list(below),
        label_rows=choices(
            [*((n, n, "label", f"Labelled {n}") for n in labels), ("", "No label", "close", "Label removed")],
            "label",
        ),
        move_rows=choices(
            [(f, n, i, f"Moved to {n}") for f, n, i in FOLDERS if f not in ("drafts", "sent")], "folder"
        ),
    )
    made["uses"] = ["contacts", "files", "calendar"]
    made["state"] = {table: {"columns": dict(MAIL), "rows": rows}}
    made["content"] = {
        "labels": list(labels),
        "folders": {"rows": [{"id": f, "name": n, "icon": i} for f, n, i in FOLDERS]},
    }
    return made


@module
def article(
    table, screen="article", saved="saved", title="", subtitle=None, keep=(), marked=(), before=(), after=(),
    footer=None, load=(), actions=(), shared=None,
):  # fmt: skip
    """A page to read: the row `id` of a table whose column `body` has a paragraph on each line. Text size,
    save, share; a tap on a passage highlights it, takes a note, copies or shares it; all of them stand on the
    screen `highlights`. `before` and `after` are widgets around the words, `load` actions when it opens,
    `shared` the expression of what is handed over. State: `saved` (ids, at first `keep`), `text_size`,
    `highlights` (item, text, note, at) with the rows `marked`."""
    item = f"get({table}, id)"
    return filled(
        "article",
        table=table,
        screen=screen,
        saved=saved,
        kept=list(keep),
        marked=list(marked),
        title=title,
        subtitle=subtitle,
        item=item,
        shared=shared or f"{item}.title",
        load=list(load) or None,
        actions=list(actions),
        before=list(before),
        after=list(after),
        footer=footer,
    )


@module
def browser(
    pages, links, downloads="downloadable", screen="start", page="page", hint="Search or type an address",
    start=(), bar=None, visited=(), kept=(), opened=(),
):  # fmt: skip
    """Pages with addresses: a start page whose field searches or goes to an address, results, a page (words,
    facts, links, files to download, a form, find on page, text size), tabs, history, bookmarks, downloads, and
    pages for a wrong address and a lost connection. `pages` is a content table (id and url: the address; site,
    title, image, icon, body, words, files, form, ask: lines beginning with `# ` are headings, `a :: b` facts),
    `links` one of page, label, to; `downloads` one of files (id: name; kind, size, data). `start` are the
    widgets of the start page, `bar` its footer. State: `visits`, `bookmarks`, `tabs`, `downloads`, `sent`
    (what forms sent)."""
    here = "lower(strip(query))"
    bare = f"({here}[8:] if starts({here}, 'https://') else {here})"
    go = [
        {
            "if": "contains(query, '.') and count(split(strip(query), ' ')) == 1",
            "then": [f"let to = 'https://' + {bare}", "query = ''", f"open('{page}', url=to)"],
            "else": [
                {
                    "if": "strip(query)",
                    "then": ["let words = query", "query = ''", "open('results', words=words)"],
                }
            ],
        }
    ]
    return filled(
        "browser",
        pages=pages,
        links=links,
        files=downloads,
        screen=screen,
        page=page,
        hint=hint,
        go=go,
        start=list(start),
        bar=bar,
        visited=list(visited),
        kept=list(kept),
        opened=list(opened),
        offline="(setting('global.airplane_mode_on', 0) or not (setting('global.wifi_on', 1) or setting('global.mobile_data', 1)))",
    )
