"""A small app that uses much of the vocabulary, and helpers that find things by what a person reads."""

# ruff: noqa: E501 - embedded text keeps its lines

from devices.phoneworld.spec import load_text
from devices.phoneworld.world import World

NOTES = """
package: org.example.notes
label: Notes
domain: notes
icon: sticky_note_2
color: "#7A5900"
uses: [contacts, files]
state:
  notes:
    columns: {title: "", body: "", pinned: false, updated: 0}
    rows:
      - {id: cabin, title: Wi-Fi at the cabin, body: "Network: PineCone-5G", pinned: true, updated: "@-1d 15:37"}
      - {id: food, title: Groceries, body: "Milk, eggs & <bread> 100%", updated: "@08:13"}
      - {id: meeting, title: 会议记录, body: 周三下午三点, updated: "@-2d 13:25"}
  order: updated
  level: 40
  heard: ""
screens:
  list:
    title: Notes
    appbar:
      actions:
        - {icon: search, desc: Search, tap: 'open("search")'}
        - {icon: sort, desc: Sort, tap: 'show("sorting")'}
    body:
      - list:
          items: sort(notes, "-pinned", "title" if order == "title" else "-updated")
          as: note
          row:
            row:
              title: "{note.title or 'Untitled'}"
              subtitle: "{one_line(note.body)}"
              avatar: "{note.title}"
              meta: "{ago(note.updated)}"
              trailing_icon: "{'keep' if note.pinned else ''}"
              tap: open("detail", id=note.id)
              long: update(notes, note.id, pinned=not note.pinned)
          empty: {icon: note_add, title: No notes yet}
      - slider: {label: Level, value: level, pick: level}
    fab: {icon: add, desc: New note, tap: 'open("edit")'}
    overlays:
      sorting:
        menu:
          - {label: Last edited, on: order == "updated", tap: order = "updated"}
          - {label: By title, on: order == "title", tap: order = "title"}
  search:
    appbar: {search: query, hint: Search notes, autofocus: true}
    vars: {query: ""}
    body:
      - list:
          items: search(notes, query, "title", "body")
          as: note
          row:
            row: {title: "{note.title}", tap: 'open("detail", id=note.id)'}
          empty: {title: Nothing found}
  detail:
    title: Note
    params: [id]
    appbar:
      actions:
        - {icon: edit, desc: Edit, tap: 'open("edit", id=id)'}
        - {icon: share, desc: Share, tap: 'intent("share", text=get(notes, id).body)'}
        - {icon: delete, desc: Delete, tap: 'show("delete")'}
    body:
      - text: {text: "{get(notes, id).title}", style: headline_small}
      - text: "{get(notes, id).body}"
      - switch: {title: Pin to top, on: 'get(notes, id).pinned', tap: 'update(notes, id, pinned=not get(notes, id).pinned)'}
      - button: {label: Ask, tap: 'ask("contacts")'}
      - button: {label: Pick a person, tap: 'pick("contact", "person")'}
      - text: "{'allowed' if granted('contacts') else 'not allowed'}, {person}"
      - button: {label: Later, tap: 'after(5000, "rang", word="hello")'}
    vars: {person: ""}
    overlays:
      delete:
        dialog:
          title: Delete note?
          text: "“{get(notes, id).title}” will be deleted."
          buttons:
            - {label: Cancel, tap: close()}
            - label: Delete
              tap: ['back()', 'remove(notes, id)', 'snackbar("Note deleted", undo=True)']
  edit:
    title: "{'Edit note' if id else 'New note'}"
    params: {id: "", body: ""}
    vars: {title: "", pin: ""}
    load:
      - if: id
        then: ['title = get(notes, id).title', 'body = get(notes, id).body']
    appbar:
      actions:
        - icon: check
          desc: Save
          tap:
            - if: id
              then: update(notes, id, title=title, body=body, updated=now())
              else: insert(notes, title=title, body=body, updated=now())
            - back()
            - toast("Note saved")
    body:
      - field: {bind: title, label: Title}
      - field: {bind: body, label: Note, lines: 5}
      - field: {bind: pin, label: PIN, secret: true, keyboard: number}
      - text: "{plural(count(body), 'character')}"
accepts:
  share: {screen: edit, params: {body: intent.text}}
events:
  rang:
    params: [word]
    do: ['heard = word', 'toast("It rang")', 'notify("Rang", word, screen="list", id="ring")']
receives:
  sms:
    params: [sender, text]
    do: heard = text
"""

PEOPLE = """
package: org.example.people
label: People
domain: notes
uses: [contacts]
screens:
  list:
    title: People
    body:
      - list:
          items: sort(contacts, "name")
          as: person
          row:
            row: {title: "{person.name}", tap: 'copy(person.phone)'}
  pick:
    title: Choose
    body:
      - list:
          items: sort(contacts, "name")
          as: person
          row:
            row: {title: "{person.name}", tap: 'give(person.name)'}
accepts:
  pick_contact: {screen: pick}
  share: {screen: list}
"""

NOTES_PACKAGE, PEOPLE_PACKAGE = "org.example.notes", "org.example.people"
_WORLD = []


def world():
    """One world for all tests (its apps are compiled once)."""
    if not _WORLD:
        _WORLD.append(World([load_text(NOTES, "notes/app.yaml"), load_text(PEOPLE, "people/app.yaml")]))
    return _WORLD[0]


def new_phone(seed=1, **options):
    """A phone with the two apps, on Notes."""
    phone = world().phone(seed, **options)
    phone.open_app(NOTES_PACKAGE)
    return phone


def find(phone, words, exact=True):
    """The middle of the element that shows the words (text or description)."""
    for element in reversed(phone.ui_elements()):
        shown = (element["text"], element["content_description"])
        if words in shown or (not exact and any(words in (s or "") for s in shown)):
            box = element["bbox_pixels"]
            return (box["x_min"] + box["x_max"]) // 2, (box["y_min"] + box["y_max"]) // 2
    raise AssertionError(f"{words!r} is not on the screen: {shown_words(phone)}")


def shown_words(phone):
    """All texts and descriptions in sight."""
    return [w for e in phone.ui_elements() for w in (e["text"], e["content_description"]) if w]


def tap(phone, words, exact=True):
    """Tap what shows the words."""
    phone.tap(*find(phone, words, exact))


def notes(phone):
    """The notes table."""
    return phone.state["apps"][NOTES_PACKAGE]["notes"]
