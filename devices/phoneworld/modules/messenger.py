"""What a messenger is made of: chats with cards, friends' moments, and mini-apps that live inside it."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import filled


@module
def talking(me="profile_name"):
    """Chats with people, groups and services. Screens `chats` (pin, mute, delete; pulled down, it opens
    `minis`), `chat` (words, photos, files, places, contacts, cards of mini-apps, money, invitations that the
    calendar answers), `chat_info`, `groups`, `new_group`, `forward` (what others share lands there) and
    `send_mini`; state `chats` and `log`; the event `incoming` (chat, sender, text) is a message from outside.
    `me` is the expression of one's name. The app brings `friends`, `saved`, `minis`, `balance` and
    `payments`, `show_read` and `notify_on`, and the screens `search`, `minis`, `add_friend`, `scan`,
    `money_code`, `friend` and `transfer`."""
    return filled("talking", me=me)


@module
def moments(me="profile_name"):
    """What friends post: `moments` (of all or of one `who`), `moment` with its comments, and `post` (words,
    a picture, a place, who may see it); state `moments` and `comments`. `me` is the expression of one's
    name."""
    return filled("moments", me=me)


@module
def mini_host(name="profile_name", phone="", email=""):
    """The host's side of mini-apps (its content `minis`: title, zh, about, category, icon, color, image,
    name, with the package as id): `minis`, the list with favourites and recent ones; `mini_menu`, the sheet
    behind the capsule's dots; `mini_about`; `consent`, which answers `login` with `name`, `phone` and `email`
    once the user allows it, and `authorised` to withdraw that; `scan`, codes in view and in pictures
    (content `posters`: title, where, image, uri). State `favourites`, `recent_minis`, `consents`."""
    return filled("mini_host", name=name, phone=phone, email=email)
