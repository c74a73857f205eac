"""Groups of screens about ordering: options of a dish, a basket with checkout, and following an order."""

# ruff: noqa: E501 - lines of a spec read best unbroken

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.lists import crud
from devices.phoneworld.modules.template import fill, filled
from devices.phoneworld.modules.trade import ADDRESS

MINUTE = 60_000
TIPS = fill(
    """
    rows:
      - section: Tip
      - chips:
          items:
            - {each: "[0, 1, 2, 3, 5]", as: t, label: "{money(t) if t else 'No tip'}", on: tip == t, tap: tip = t}
    """
)
PROMO = """
rows:
  - section: Promo code
  - row: {when: promo, icon: percent_discount, title: "{promo}", subtitle: "You save {money($off)}", trailing_icon: close, trailing_desc: Remove promo code, trailing_tap: promo = ''}
  - field: {when: not promo, bind: code, label: Promo code, error: "{'This code is not valid' if wrong else ''}", trailing_icon: check, trailing_desc: Apply code, trailing_tap: $apply, submit: $apply}
"""


@module
def options(
    items="items", groups="groups", screen="customise", lines="basket", noun="basket", shop="''", more=(),
    ask="Note for the kitchen", hint="No onions, please", sold="False",
):  # fmt: skip
    """One thing with its options, put into the basket. `items` have title, about, price, image and `groups`:
    ids of the table `groups` (name, pick: one or many, choices: label, extra, and a factor of the price).
    Screen `screen` (parameter id), with a note (`ask`, `hint`); `shop` is the expression of the shop's name (`item` is the row), `sold` that of what is sold out,
    `more` are widgets under the price.
    Adding the same thing with the same options again raises its quantity; things of another shop ask
    first."""
    item = f"get({items}, id)"
    extras = f"sum([c.extra for g in {groups} for c in g.choices if g.id + ':' + c.label in chosen])"
    detail = f"join(', ', [c.label for g in {groups} for c in g.choices if g.id + ':' + c.label in chosen])"
    factor = (
        f"max([1] + [c.factor or 1 for g in {groups} for c in g.choices if g.id + ':' + c.label in chosen])"
    )
    each = f"({item}.price * {factor} + {extras})"
    shop, sold = (text.replace("item.", f"{item}.") for text in (shop, sold))
    put = fill(
        """
        do:
          - "let line = first(where($lines, item=id, detail=$detail, note=strip(note)))"
          - if: line
            then: "update($lines, line.id, quantity=line.quantity + quantity)"
            else: "insert($lines, item=id, title=$item.title, detail=$detail, price=round($each, 2), quantity=quantity, image=$item.image, note=strip(note), shop=$shop)"
          - back()
          - snackbar('Added to $noun')
        """,
        **locals(),
    )["do"]
    add = {"if": f"{lines} and first({lines}).shop != {shop}", "then": "show('other')", "else": put}
    made = filled("options", add=add, **{k: v for k, v in locals().items() if k not in ("add", "put")})
    made["screens"][screen]["overlays"] = fill(
        """
        other:
          dialog:
            title: Start a new $noun?
            text: "Your $noun holds things from {first($lines).shop}. They will be taken out."
            buttons:
              - {label: Keep, tap: close()}
              - {label: Start new, tap: $start}
        """,
        noun=noun,
        lines=lines,
        start=[f"clear({lines})", *put],
    )
    return made


@module
def basket(
    lines="basket", noun="basket", title="Basket", prefix="O-", first_number=5101, fee="0", least=0, tips=False,
    slots=None, slot="", promos=None, shopping=None, track="track", event=None, pace=6, payee="'Shop'",
    wallets=True, below=(),
):  # fmt: skip
    """A basket of lines (item, title, detail, price, quantity, image, note, shop) with checkout. Screens
    `basket`, `checkout`, `addresses`, `edit_address`; state `lines`, `orders` (number, shop, at, status, step,
    items, detail, total, address, slot, payment, tip, note, code, image), `addresses`, `payments`, and what is
    chosen: `address`, `payment`, `slot`, `tip`, `promo`. `fee` is the expression of the delivery fee (`goods`
    is the subtotal), `least` the smallest order, `slots` the expression of times to choose from, `promos` the
    content table of codes (code, percent, least). With `wallets` there is a way `wallet` that asks the
    phone's wallet apps. A placed order opens `track` and starts the `event` of the module tracking."""
    goods = f"sum([l.price * l.quantity for l in {lines}])"
    fee = f"({fee})".replace("goods", goods)
    off = f"round({goods} * (first(where({promos}, code=promo)).percent or 0) / 100, 2)" if promos else "0"
    due = f"round({goods} + {fee} + tip - {off}, 2)"
    place = fill(
        """
        do:
          - "let made = insert(orders, number='$prefix' + str($number + count(orders)), shop=first($lines).shop, at=now(), status='Placed', total=$due, payment=get(payments, payment).label, address=get(addresses, address).street + ', ' + get(addresses, address).city, slot=slot, tip=tip, note=strip(note), code=promo, image=first($lines).image, items=join(', ', [str(l.quantity) + ' × ' + l.title for l in $lines]), detail=join('; ', [l.title + ': ' + l.detail + (' (' + l.note + ')' if l.note else '') for l in $lines if l.detail or l.note]))"
          - clear($lines)
          - promo = ''
          - tip = 0
          - $start
          - root('$home')
          - open('$track', id=made)
        """,
        prefix=prefix,
        number=first_number,
        lines=lines,
        due=due,
        track=track,
        home=shopping or "basket",
        start=event and f"after({pace * MINUTE}, '{event}', id=made)",
    )["do"]
    pay = place
    if wallets:
        ask = f"request('pay', 'paid', payee={payee}, amount={due}, order='{prefix}' + str({first_number} + count(orders)))"
        pay = [{"if": "payment == 'wallet'", "then": ask, "else": place}]
    for test, instead in (
        ("setting('global.airplane_mode_on', 0)", "show('offline')"),
        ("not get(addresses, address)", "toast('Choose where to deliver')"),
        *((("not slot", "toast('Choose when')"),) if slots else ()),
    ):
        pay = [{"if": test, "then": instead, "else": pay}]
    apply = (
        fill(
            """
        do:
          - "let found = first([p for p in $promos if p.code == upper(strip(code)) and $goods >= p.least])"
          - if: found
            then: [promo = found.code, wrong = False, unfocus()]
            else: wrong = True
        """,
            promos=promos or lines,
            goods=goods,
        )["do"]
        if promos
        else "wrong = True"
    )
    made = crud(
        "addresses",
        "Addresses",
        ADDRESS,
        singular="address",
        screens=["addresses", "edit_address"],
        items="addresses",
        row={"row": {"icon": "location_on", "title": "{item.label}", "subtitle": "{item.name}, {item.street}, {item.city}", "lines": 2}},
        empty={"icon": "location_on", "title": "No addresses", "text": "Add the places your orders should go to."},
        delete="Orders that are on their way still go there.",
        undo=False,
        edit={"button": "Save address", "made": ["address = made", "back()"]},
    )  # fmt: skip
    made.pop("state", None)
    made["screens"]["addresses"]["fab"]["desc"] = "Add address"
    shown = filled(
        "basket",
        lines=lines,
        noun=noun,
        title=title,
        slot=slot,
        goods=goods,
        fee=fee,
        off=off,
        due=due,
        least=least,
        tips=TIPS["rows"] if tips else None,
        promo_rows=promos and fill(PROMO, off=off, apply=apply)["rows"],
        reductions=[
            *([{"row": {"when": "tip", "title": "Tip", "value": "{money(tip)}"}}] if tips else ()),
            *(
                [{"row": {"when": off, "title": "Discount", "value": f"{{money(-({off}))}}"}}]
                if promos
                else ()
            ),
        ],
        slots=slots
        and [
            {"section": "When"},
            {
                "chips": {
                    "items": [
                        {"each": slots, "as": "s", "label": "{s}", "on": "slot == s", "tap": "slot = s"}
                    ]
                }
            },
        ],
        place=place,
        pay=pay,
        apply=apply,
        below=list(below),
        empty={
            "icon": "shopping_basket",
            "title": f"Your {noun} is empty",
            "text": "What you choose waits for you here.",
            **({"button": "Look around", "tap": f"root('{shopping}')"} if shopping else {}),
        },
    )
    made["screens"] |= shown["screens"]
    made["state"] = shown["state"]
    return made


@module
def tracking(
    steps, table="orders", screen="track", list="orders", title="Orders", name="shop", event="order_moves", pace=6,
    stop=1, line="''", told="row.items", cancel="You get your money back within three days.", map=None, more=(),
    actions=(), footer=(),
    noun="order", to="Deliver to", words="What you order shows up here.",
):  # fmt: skip
    """Following orders through `steps` (status names, or `{title, hint, icon}`): a list of those under way and
    past (screen `list`), and one order (screen `screen`, parameter id) with its progress, what was ordered,
    and a cancel button before step `stop`. The event `event` moves an order on every `pace` minutes of the
    phone's clock and notifies (`told`). `table` has number, status, step, items, detail, total, address, slot,
    payment, note, image, at and the column `name`; `line` is the expression under the status."""
    entries = [s if isinstance(s, dict) else {"title": s} for s in steps]
    names = "(" + ", ".join(repr(e["title"]) for e in entries) + ",)"
    shown = [
        {
            "title": e["title"],
            "subtitle": e.get("hint", ""),
            **({"icon": e["icon"]} if "icon" in e else {}),
            "done": f"get({table}, id).step > {n} or get({table}, id).step == {len(entries) - 1}",
            "now": f"get({table}, id).step == {n}",
        }
        for n, e in enumerate(entries)
    ]
    return filled(
        "tracking",
        table=table,
        screen=screen,
        list=list,
        title=title,
        name=name,
        event=event,
        pace=pace * MINUTE,
        last=len(entries) - 1,
        stop=stop,
        names=names,
        steps=shown,
        line=line,
        told=told,
        cancel=cancel,
        map=map,
        more=[*more],
        actions=[*actions],
        footer=[*footer],
        noun=noun,
        one=noun.capitalize(),
        to=to,
        words=words,
    )
