"""Reviews: what people thought of a thing, and one's own word on it."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import filled

GOLD = "#E6A100"


@module
def reviews(
    table="reviews", target="target", name="", author="Alex Rivera", screen="reviews", write="write_review"
):
    """Reviews of things: a screen with the average, the reviews of one thing (parameter `target`, the column
    that names it too) by date or stars, and a form with five stars that adds or changes one's own. `name` is
    the text under the title. State: `table` (the target, author, stars, text, at, mine)."""
    held = f"where({table}, {target}={target})"
    average = f"round(sum({held}, 'stars') / max(1, count({held})), 1)"
    stars = [
        {"icon": {"icon": "star", "size": 18, "color": GOLD, "filled": f"{average} >= {n - 0.25}"}}
        for n in range(1, 6)
    ]
    pick = [
        {"icon_button": {"icon": "star", "desc": f"{n} stars" if n > 1 else "1 star", "on": f"stars >= {n}",
                         "color": f"{{'{GOLD}' if stars >= {n} else 'outline'}}", "tap": f"stars = {n}"}}
        for n in range(1, 6)
    ]  # fmt: skip
    return filled(
        "reviews",
        table=table,
        target=target,
        name=name or None,
        author=author,
        screen=screen,
        write=write,
        average=average,
        stars=stars,
        pick=pick,
    )
