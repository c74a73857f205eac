"""How often what happens: a profile is a few numbers, no code."""

from dataclasses import dataclass, field

# Kinds that a profile draws between gestures; loads and sign-ins come when an app opens a screen.
KINDS = {
    "slow": "a screen takes seconds to load",
    "failed": "a screen does not load until it is tried again",
    "stale": "a list shows for a while what was there before the last change",
    "permission": "an app asks for a right it has no need of",
    "update": "an app asks to be updated",
    "rating": "an app asks to be rated",
    "ad": "an advertisement over the whole screen",
    "call": "the phone rings",
    "message": "a message comes in",
    "login": "the session has ended: sign in again",
    "captcha": "a test that only a human passes",
    "network": "the connection is gone for a while",
    "crash": "an app stops",
    "battery": "the battery is low",
    "layout": "an app is laid out otherwise than its twin on the next phone",
}


@dataclass(frozen=True)
class Profile:
    """gap: gestures between two disturbances, from and to. weights: how likely each kind is among them.
    slow, failed, login, stale: chances in a thousand whenever an app that needs the network opens a screen
    or changes its data. layout: the chance in a thousand that an app is laid out otherwise. load: how long a
    slow screen takes, in ms. code: signing in again needs a code out of a text message."""

    gap: tuple = (1 << 30, 1 << 30)
    weights: dict = field(default_factory=dict)
    slow: int = 0
    failed: int = 0
    login: int = 0
    stale: int = 0
    layout: int = 0
    load: tuple = (1500, 3000)
    code: bool = False


PROFILES = {
    "none": None,
    "mild": Profile(
        gap=(30, 70),
        weights={"message": 5, "rating": 2, "update": 2, "ad": 1, "permission": 1, "battery": 1},
        slow=60,
        failed=5,
        layout=150,
    ),
    "realistic": Profile(
        gap=(12, 32),
        weights={
            "message": 6, "ad": 5, "rating": 3, "update": 3, "permission": 3, "call": 3, "network": 2,
            "battery": 2, "crash": 1, "captcha": 1,
        },
        slow=150,
        failed=30,
        login=10,
        stale=40,
        layout=500,
        load=(1500, 6000),
    ),
    "hostile": Profile(
        gap=(3, 9),
        weights={
            "message": 5, "ad": 6, "rating": 4, "update": 4, "permission": 5, "call": 4, "network": 3,
            "battery": 2, "crash": 3, "captcha": 2,
        },
        slow=400,
        failed=120,
        login=50,
        stale=150,
        layout=900,
        load=(3000, 9000),
        code=True,
    ),
}  # fmt: skip


def profile_of(name: str) -> Profile | None:
    """The profile by name. ValueError if there is none."""
    if name not in PROFILES:
        raise ValueError(f"no profile {name!r}; known: {', '.join(PROFILES)}")
    return PROFILES[name]
