"""One phone of the gallery: what a person may do to it, and what is shown beside it."""

import io
import time

from PIL import Image

from devices.phoneworld import Phone, disturb
from devices.phoneworld.effects import Step
from devices.phoneworld.state import MISSING, diff, get_in, thaw
from devices.virtual.device import VirtualDevice

GRACE_S = 45.0  # a page that is loaded again comes back within this
MOST_CHANGES, LARGE, MOST_KEPT = 150, 6000, 8
QUALITY = 80


def fresh(package: str, dark: bool) -> Phone:
    """A phone with the app in front. ValueError if there is no such app."""
    phone = Phone(seed=1, dark=dark)
    if package and not phone.open_app(package):
        raise ValueError(f"There is no app {package!r}.")
    return phone


class GalleryPhone:
    """One phone in the hands of one person's page. Its clock runs while it is held."""

    def __init__(self, key, user_id, phone):
        self.key, self.user_id, self.phone = key, user_id, phone
        self.device = VirtualDevice(phone, 0, phone.state["seed"])
        self.device.start()
        self.kept, self.serial, self.grace_s = {}, 0, GRACE_S
        self.touched_at = self.left_at = time.monotonic()
        self.holders = 0

    def stop(self):
        """Its clock stands still; the rest goes with the last reference."""
        self.device.stop()

    def touched(self):
        """Somebody did something."""
        self.touched_at = time.monotonic()
        self.device.touched()

    @property
    def idle_s(self) -> float:
        """Seconds since anybody did anything."""
        return time.monotonic() - self.touched_at

    @property
    def left(self) -> bool:
        """Whether no page holds it, and none has come back within the grace."""
        return self.holders <= 0 and time.monotonic() - self.left_at >= self.grace_s

    def jpeg(self) -> bytes:
        """The screen now."""
        out = io.BytesIO()
        Image.fromarray(self.device.capture()[:, :, :3]).save(out, "JPEG", quality=QUALITY)
        return out.getvalue()

    def png(self) -> bytes:
        """The screen now, without loss."""
        out = io.BytesIO()
        Image.fromarray(self.device.capture()[:, :, :3]).save(out, "PNG", compress_level=3)
        return out.getvalue()

    # -- what a person may do to it beyond touching
    def reset(self, profile: str, package: str):
        """The factory state, the app in front."""
        dark = self.phone.state["sys"]["settings"].get("secure.ui_night_mode") == "2"
        self.phone.reset(setup={"profile": profile, "dark": dark})
        if package:
            self.phone.open_app(package)
        self.device.was_reset()

    def dark(self, on: bool):
        """The dark theme, on or off."""
        self.phone._do(0, Step.set_setting, "secure.ui_night_mode", "2" if on else "1")

    def keep(self) -> dict:
        """Remember the state; the oldest one is forgotten for it."""
        self.serial += 1
        self.kept[str(self.serial)] = self.phone.snapshot()
        if len(self.kept) > MOST_KEPT:
            del self.kept[next(iter(self.kept))]
        return {"id": str(self.serial), "at": self.phone.now}

    def back_to(self, key: str) -> bool:
        """The state that was kept; False if it is no longer."""
        state = self.kept.get(key)
        if state is not None:
            self.phone.restore(state)
        return state is not None

    def disturb(self, kind: str):
        """Begin a disturbance. ValueError if it cannot begin here."""
        disturb.inject(self.phone, kind)

    # -- what is shown beside it
    def branch(self, path) -> dict:
        """A branch of the state tree; one too large tells its keys only."""
        value = get_in(self.phone.state, path, MISSING)
        if value is MISSING:
            return {"path": list(path), "value": None}
        plain = thaw(value)
        if len(str(plain)) > LARGE * 40 and isinstance(plain, dict):
            plain = {key: f"… {_size(inner)}" for key, inner in plain.items()}
        return {"path": list(path), "value": plain}

    def changes(self, before) -> list[dict]:
        """What differs from an earlier state, the clock aside."""
        found = []
        for path, old, new in diff(before, self.phone.state):
            if path[0] == "now":
                continue
            found.append(
                {"path": list(path), "before": _plain(old), "after": _plain(new), "gone": new is MISSING}
            )
            if len(found) == MOST_CHANGES:
                break
        return found

    def facts(self) -> dict:
        """Where the phone is: app, screen, clock, hash, and the disturbances so far."""
        state = self.phone.state
        entry = state["tasks"][0]["stack"][-1] if state["fg"] and state["tasks"] else None
        return {
            "package": entry["app"] if entry else "",
            "screen": entry["screen"] if entry else "",
            "overlay": (entry["vars"]["@overlay"] or "") if entry else "",
            "now": state["now"],
            "hash": self.phone.state_hash(),
            "dark": state["sys"]["settings"].get("secure.ui_night_mode") == "2",
            "profile": state["disturb"]["profile"] if state["disturb"] else "none",
            "disturbances": disturb.table(state),
            "kept": list(self.kept),
        }


def _plain(value):
    if value is MISSING:
        return None
    plain = thaw(value)
    return plain if len(str(plain)) <= LARGE else f"… {_size(plain)}"


def _size(value) -> str:
    return f"{len(value)} entries" if isinstance(value, (dict, list)) else f"{len(str(value))} characters"
