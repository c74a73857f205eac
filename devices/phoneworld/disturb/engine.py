"""When disturbances begin: by the count of gestures, when a screen opens, and when an event falls due."""

from devices.phoneworld import rng
from devices.phoneworld.disturb import kinds, layouts
from devices.phoneworld.disturb.profiles import profile_of
from devices.phoneworld.state import EMPTY, Frozen

# What a person does. Settings and messages that come from outside are no gestures.
GESTURES = frozenset({"tap", "double", "hold", "_swipe", "end", "insert", "press", "start"})
_SALT = 0x5EED


def fresh(profile, seed):
    """The state's `disturb` at the start of an episode."""
    return Frozen(
        {
            "profile": profile,
            "rng": rng.seeded(seed ^ _SALT),
            "wait": 0,
            "count": 0,
            "showing": None,
            "offline": False,
            "blocked": (),
            "stale": EMPTY,
            "layouts": EMPTY,
            "log": EMPTY,
        }
    )


def start(phone, name: str):
    """Begin a profile on a fresh phone. ValueError for an unknown one."""
    profile = profile_of(name)
    if profile is None:
        return
    held = fresh(name, phone.state["seed"])
    wait, position = rng.below(held["rng"], profile.gap[1] - profile.gap[0] + 1)
    chosen, position = layouts.drawn(phone.world.apps, profile.layout, position)
    held = held.merge({"rng": position, "wait": profile.gap[0] + wait, "layouts": chosen})
    for package in chosen:
        log, key = kinds.opened(held["log"], "layout", package, phone.state["now"])
        done = log[key].merge({"ended": phone.state["now"], "handled": "shown", "right": True})
        held = held.put("log", log.put(key, done))
    phone.restore(phone.state.put("disturb", held))


def inject(phone, kind: str, app: str = ""):
    """Begin one disturbance now, whatever the profile; `app` is the package in front if not given. ValueError
    for an unknown kind, or one that cannot begin here."""
    if kind not in kinds.BEGIN:
        raise ValueError(f"{kind!r} cannot be brought about; known: {', '.join(kinds.BEGIN)}")
    if phone.state["disturb"] is None:
        phone.restore(phone.state.put("disturb", fresh("none", phone.state["seed"])))
    package = app or phone.foreground_package
    if kind in kinds.IN_APPS and not package:
        raise ValueError(f"{kind!r} needs an app in front")
    phone._do(0, _injected, kind, package)


def _injected(step, kind, package):
    kinds.Trouble(step).begin(kind, package)


def user_helps(phone) -> bool:
    """The user takes over and passes what only a human can: a captcha. Whether there was one."""
    held = phone.state["disturb"]
    if held is None or not held["blocked"]:
        return False
    phone._do(0, _helped)
    return True


def _helped(step):
    kinds.Trouble(step).helped()


def after(step, work):
    """What a gesture may bring about. Called with the step before it commits."""
    if getattr(work, "__name__", "") not in GESTURES:
        return
    trouble = kinds.Trouble(step)
    trouble.notice_permission()
    held = trouble.held
    profile = profile_of(held["profile"])
    package = step.package if step.entry is not None else ""
    trouble.notice_leaving(package)
    held = trouble.held
    if package in held["blocked"] and not held["showing"]:
        trouble.show("captcha", package, **kinds.UNSOLVED)
        return
    if profile is None and not held["offline"]:
        return
    if held["showing"] is None and package and kinds.online(step.phone, package):
        _load(trouble, profile, package)
    if profile is None:
        return
    trouble.put(wait=trouble.held["wait"] - 1, count=trouble.held["count"] + 1)
    if trouble.held["wait"] <= 0 and trouble.held["showing"] is None and step.get("permission") is None:
        _draw(trouble, profile, package)


def _place(state):
    if not state["fg"] or not state["tasks"]:
        return None
    stack = state["tasks"][0]["stack"]
    return stack[-1]["app"], stack[-1]["screen"], len(stack)


def _load(trouble, profile, package):
    step = trouble.step
    before, now = _place(step.state), (package, step.entry["screen"], len(step.stack))
    arrived = before is None or before[0] != package or (before[1] != now[1] and now[2] >= before[2])
    if arrived and trouble.held["offline"]:
        trouble.begin("failed", package)
    elif profile is None:
        return
    elif arrived:
        roll = trouble.roll(1000)
        if roll < profile.login and (before is None or before[0] != package):
            trouble.begin("login", package)
        elif roll < profile.login + profile.failed:
            trouble.begin("failed", package)
        elif roll < profile.login + profile.failed + profile.slow:
            trouble.begin("slow", package)
    elif step.S is not step.state["apps"].get(package) and trouble.roll(1000) < profile.stale:
        trouble.begin("stale", package)


def _draw(trouble, profile, package):
    """The next kind by weight, among those that can begin here."""
    possible = {k: w for k, w in profile.weights.items() if trouble.able(k, package)}
    if not possible:
        return
    low, high = profile.gap
    roll = trouble.roll(sum(possible.values()))
    for kind, weight in possible.items():
        if roll < weight:
            trouble.begin(kind, package)
            break
        roll -= weight
    trouble.put(wait=low + trouble.roll(high - low + 1))
