"""What touches on the system's own windows do. Each takes the step first."""

from devices.phoneworld.state import EMPTY, Frozen
from devices.phoneworld.system import shade as shade_ui

ACTIONS = {}


def action(work):
    """Register a function as the target `("sys", name, …)`."""
    ACTIONS[work.__name__] = work
    return work


@action
def launch(step, package):
    """An icon of the launcher."""
    step.start(package)


@action
def home_ground(step):
    """The launcher's bare ground closes an open folder."""
    step.V = step.V.put("folder", None)


@action
def home_search(step):
    """The launcher's search pill opens the drawer with the keyboard."""
    step.V = step.V.merge({"drawer": True, "query": "", "@scroll": 0, "folder": None})
    step.focus("query")


@action
def home_folder(step, place):
    """Open a folder, told by `page.item`."""
    step.V = step.V.put("folder", place)


@action
def choose(step, package):
    """An app of the share sheet."""
    step.phone.intents.choose(step, package)


@action
def mini_close(step):
    """The capsule's ring: leave the mini-app."""
    step.close_mini()


@action
def mini_menu(step):
    """The capsule's dots: the host's menu about the mini-app in front."""
    step.phone.intents.send(step, "mini_menu", Frozen({"package": step.package}))


@action
def permit(step, answer):
    """An answer to the permission dialog."""
    asked = step.get("permission")
    step.set("permission", None)
    if asked:
        value = {"allow": "granted", "allow_once": "granted", "never": "never"}.get(answer, "denied")
        step.Y = step.Y.put(
            "permissions", step.Y["permissions"].put(f"{asked['package']}/{asked['name']}", value)
        )


@action
def undo(step):
    """The snackbar's Undo: the app's state as it was before."""
    snack = step.get("snack")
    step.set("snack", None)
    if snack and snack["undo"] is not None and step.package == snack["app"]:
        step.S = snack["undo"]


@action
def open_headsup(step):
    """A tap on a heads-up notification."""
    key = step.get("headsup")
    step.set("headsup", None)
    if key:
        open_note(step, key)


@action
def open_note(step, key):
    """Open what a notification is about, and take it away."""
    note = step.Y["notifications"].get(key)
    step.set("shade", None)
    if note is None:
        return
    step.Y = step.Y.put("notifications", step.Y["notifications"].without(key))
    if not step.phone.intents.there(step.Y, note["package"]):
        return
    if step.phone.apps[note["package"]].mini:
        step.start_mini(note["package"], note["screen"], note["params"] or EMPTY)
    else:
        step.start(note["package"], note["screen"], note["params"] or EMPTY)


@action
def clear_notes(step):
    """Clear all."""
    step.Y = step.Y.put("notifications", EMPTY)
    step.changes.update(shade=None, headsup=None)


@action
def tile(step, name):
    """A quick settings tile flips its setting."""
    key = next(t[3] for t in shade_ui.TILES if t[0] == name)
    step.set_setting(key, shade_ui.toggled(step.Y["settings"], key))


@action
def clear_tasks(step):
    """Recents: Clear all."""
    step._store_task()
    step.entry, step.stack, step.tasks = None, (), ()
    step.V = step.get("home")
    step.changes.update(fg="", recents=None)


def close_task(step, package):
    """Recents: a card swiped away. The app's data stays."""
    step._store_task()
    step.tasks = tuple(t for t in step.tasks if t["package"] != package)
    step.entry, step.stack, step.V = None, (), step.get("home")
    step.changes["fg"] = ""
    if not step.tasks:
        step.changes["recents"] = None
