"""The words of disturbances: invented brands, senders and questions."""

NEEDLESS = ("location", "microphone", "contacts", "notifications", "phone", "camera")

# brand, words, what its button says, picture, colour
ADS = (
    ("Brightbrook Tea", "Three blends, one calm morning", "Order now", "coffee:pine", "#2F5D50"),
    ("Castle of Tiles", "Only 1% reach level 20!", "Play", "photo/snow", "#4A3AA7"),
    ("Fernway Mattress", "Sleep like a stone. 100 nights on us", "Shop the sale", "lamp:navy", "#1D3557"),
    ("Ostrava Runner", "Half price until midnight", "Get it", "shoe:rust", "#8C2F16"),
    ("Quillpost", "Letters worth opening. First month free", "Try free", "book:brick", "#5B3A29"),
)
MESSAGES = (
    ("Parcelwing", "Your parcel is on its way and arrives tomorrow between 9:00 and 13:00."),
    ("+1 555 0171", "Hi, is the bicycle still for sale?"),
    ("Northport Library", "Reminder: two items are due on Tuesday."),
    ("+1 555 0183", "YOU HAVE WON a shopping card! Answer YES to claim it today."),
    ("Harbour Clinic", "Please confirm your visit by answering C."),
    ("+1 555 0177", "Wrong number? I was looking for Tomas."),
)
PICTURES = (
    "photo/lake", "bicycle:sky", "photo/bridge", "lamp:navy", "photo/snow", "bicycle:sky", "shoe:rust",
    "photo/lake", "bicycle:sky",
)  # fmt: skip


def code_text(code) -> str:
    """The text message with a code."""
    return f"{code} is your code to sign in. Never share it."
