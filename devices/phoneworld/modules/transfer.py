"""Sending money: payees, amount, PIN, a code by SMS for large sums, and the receipt."""

# ruff: noqa: E501 - lines of a spec read best unbroken

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.lists import crud
from devices.phoneworld.modules.template import fill, filled


@module
def transfer(
    accounts="accounts", payees="payees", transactions="transactions", pin="2580", sender="Bank", limit=500, home="home",
    screen="transfer", title="Send money",
):  # fmt: skip
    """Sending money from one of `accounts` (name, number, balance) to one of `payees` (name, number, bank, own:
    the id of one's own account behind it, last). Screens: `screen` (choose or add a payee; parameters account,
    amount and note fill the next one), `amount`, `confirm_transfer` (PIN), `transfer_code` (from `limit` on: a code that
    `sender` sends by SMS), `transfer_done`, `payees`, `edit_payee`. A row of `transactions` (account, title,
    amount, at, category, note, number) is left for each account it touches."""
    send = fill(
        """
        do:
          - "update($accounts, account, balance=round(get($accounts, account).balance - amount, 2))"
          - "let sent = insert($transactions, account=account, title=get($payees, payee).name, amount=-amount, at=now(), category='Transfer', note=note, number=get($payees, payee).number)"
          - "update($payees, payee, last=now())"
          - if: "get($payees, payee).own"
            then:
              - "update($accounts, get($payees, payee).own, balance=round(get($accounts, get($payees, payee).own).balance + amount, 2))"
              - "insert($transactions, account=get($payees, payee).own, title='From ' + get($accounts, account).name, amount=amount, at=now(), category='Transfer', note=note, number=get($accounts, account).number)"
          - root('$home')
          - open('transfer_done', id=sent)
        """,
        accounts=accounts,
        payees=payees,
        transactions=transactions,
        home=home,
    )["do"]
    made = filled(
        "transfer",
        accounts=accounts,
        payees=payees,
        transactions=transactions,
        pin=str(pin),
        sender=sender,
        limit=limit,
        home=home,
        screen=screen,
        title=title,
        send=send,
    )
    made["screens"] |= crud(
        payees,
        "Payees",
        [
            {"name": "name", "label": "Name", "icon": "person", "error": "Enter the name"},
            {
                "name": "number",
                "label": "Account number",
                "icon": "account_balance",
                "check": "count(digits(number)) >= 8",
                "error": "An account number has at least eight digits",
            },
            {"name": "bank", "icon": "apartment"},
        ],
        singular="payee",
        screens=["payees", "edit_payee"],
        items=f"sort({payees}, 'name')",
        row={
            "row": {
                "avatar": "{item.name}",
                "title": "{item.name}",
                "subtitle": "{item.bank} · {item.number}",
            }
        },
        empty={"icon": "group", "title": "No payees yet", "text": "People you send money to are kept here."},
        delete="Money already sent is not affected.",
        undo=False,
        edit={"button": "Save payee"},
    )["screens"]
    return made
