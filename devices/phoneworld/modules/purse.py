"""A purse: a balance, cards, and the sheet with which any app is paid."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import filled
from devices.phoneworld.modules.trade import KEYS


@module
def purse(balance=100.0, pin="258025", title="Wallet", hint="Enter your six-digit PIN"):
    """A purse that pays for other apps: the screen `pay` (payee, amount, order) is a sheet over the asking
    app that reviews, offers the balance or a card, asks for the PIN and answers `{status: paid, method}`.
    Screens `wallet`, `top_up`, `withdraw`, `payment_history`, `payment`, `change_pin`, `reset_pin` (by a
    code); state `balance`, `pay_pin`, `pay_with`, `cards` (label, bank, limit) and `payments` (payee,
    amount, order, method, kind)."""
    return filled("purse", balance=balance, pin=str(pin), title=title, hint=hint, keys=KEYS)
