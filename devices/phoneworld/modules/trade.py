"""Groups of screens about buying: cart, checkout and orders; a wallet with a PIN."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.lists import crud
from devices.phoneworld.modules.template import fill

ADDRESS = [
    {"name": "label", "hint": "Home, work…", "icon": "label", "set": "strip(label) or 'Address'"},
    {"name": "name", "label": "Full name", "icon": "person", "error": "Enter the name on the door"},
    {"name": "street", "label": "Street and number", "icon": "home", "error": "Enter street and number"},
    {"name": "city", "icon": "apartment", "error": "Enter the city"},
    {
        "name": "postcode",
        "icon": "mail",
        "keyboard": "number",
        "check": "count(digits(postcode)) == 5",
        "error": "A postcode has five digits",
    },
]
KEYS = "['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0', '⌫']"


def _buttons(*pairs):
    return [{"label": label, "tap": tap} for label, tap in pairs]


@module
def cart(
    shop="Shop", products="products", table="cart", product=None, shopping=None, sign="$", prefix="N-", first=20500,
    wallet_options=None, member=None, sign_in="login",
):  # fmt: skip
    """Cart, checkout and orders over a table of products (columns title, price, image, stock). Screens `cart`,
    `checkout`, `thanks`, `orders`, `order`, `payment`, `addresses`, `edit_address`; state `table` (product,
    quantity), `orders`, `addresses` and `payments` (ways to pay, with a fee), `address` and `payment` (those
    chosen). `product` and `shopping` are the screens of one product and of the shop; orders are numbered
    `prefix` and a number after `first`. With `wallet_options` (of the module wallet) the way `balance` pays
    from it, behind its PIN; where the expression `member` is false, the screen `sign_in` comes first."""
    goods = f"sum([get({products}, i.product).price * i.quantity for i in {table}])"
    due = f"({goods} + (get(payments, payment).fee or 0))"
    way_hint = "{way.hint}"
    place = fill(
        """
        do:
          - "let made = insert(orders, number='$prefix' + str($first + count(orders)), at=now(), status='Placed', total=$due, address=get(addresses, address).street + ', ' + get(addresses, address).city, payment=get(payments, payment).label, items=join(', ', [get($products, i.product).title for i in $table]))"
          - clear($table)
          - replace('thanks', id=made)
        """,
        prefix=prefix, first=first, due=due, products=products, table=table,
    )["do"]  # fmt: skip
    pay, made = place, {"screens": {}, "state": {}}
    if wallet_options is not None:
        made = wallet(**{"sign": sign, "history": "paid", **wallet_options, "then": ["back()", *place]})
        way_hint = f"{{money(balance, '{sign}') + ' left' if way.id == 'balance' else way.hint}}"
        pay = fill(
            """
            do:
              - if: payment != 'balance'
                then: $place
                else:
                  - if: $due > balance
                    then: show('short')
                    else: open('pay', payee='$shop', amount=$due)
            """,
            place=place, due=due, shop=shop,
        )["do"]  # fmt: skip
    steps = [
        (f"not ({member})" if member else "False", f"open('{sign_in}')"),
        ("not get(addresses, address)", "toast('Choose where to deliver')"),
        ("setting('global.airplane_mode_on', 0)", "show('offline')"),
    ]
    for test, instead in reversed(steps):
        pay = [{"if": test, "then": instead, "else": pay}]
    address_line = "{a.name}, {a.street}, {a.postcode} {a.city}"
    ways = fill(
        """
        list:
          items: payments
          as: way
          row:
            row: {radio: payment == way.id, title: "{way.label}", subtitle: $hint, tap: payment = way.id}
        """,
        hint=way_hint,
    )
    line_item = f"get({products}, item.product)"
    made["screens"] |= crud(
        "addresses",
        "Addresses",
        ADDRESS,
        singular="address",
        screens=["addresses", "edit_address"],
        items="addresses",
        row={
            "row": {
                "icon": "location_on",
                "title": "{item.label}",
                "subtitle": address_line.replace("{a.", "{item."),
                "lines": 2,
            }
        },
        empty={
            "icon": "location_on",
            "title": "No addresses",
            "text": "Add the places your orders should go to.",
        },
        delete="Orders that are on their way still go there.",
        undo=False,
        edit={"button": "Save address", "made": ["address = made", "back()"]},
    )["screens"]
    made["screens"]["addresses"]["fab"]["desc"] = "Add address"
    made["screens"] |= fill(
        """
        cart:
          title: Cart
          vars: {picked: ""}
          body:
            - list:
                items: $table
                as: item
                row:
                  card:
                    style: outlined
                    pad: 12
                    gap: 4
                    children:
                      - line:
                          gap: 12
                          children:
                            - image: {name: "{$line.image}", width_dp: 72, height: 72, round: 12, desc: "{$line.title}", tap: $look}
                            - column:
                                grow: 1
                                children:
                                  - text: {text: "{$line.title}", style: title_medium, lines: 2}
                                  - text: {text: "{money($line.price * item.quantity, '$sign')}", style: title_medium, color: primary}
                      - line:
                          justify: between
                          children:
                            - icon_button: {icon: delete, desc: "Remove {$line.title}", tap: "show('remove', picked=item.id)"}
                            - stepper:
                                value: "{item.quantity}"
                                minus:
                                  - if: item.quantity > 1
                                    then: update($table, item.id, quantity=item.quantity - 1)
                                    else: show('remove', picked=item.id)
                                plus: update($table, item.id, quantity=min($line.stock, item.quantity + 1))
                empty: $empty
            - space: 8
          footer:
            - line:
                when: count($table) > 0
                pad: 16
                justify: between
                children:
                  - text: {text: Total, style: title_medium}
                  - text: {text: "{money($goods, '$sign')}", style: title_large, bold: true}
            - button: {when: count($table) > 0, label: Checkout, icon: shopping_cart_checkout, wide: true, tap: open('checkout')}
          overlays:
            remove:
              params: [picked]
              dialog:
                title: Remove from cart?
                text: "{get($products, get($table, picked).product).title} will be taken out of your cart."
                buttons: $remove
        checkout:
          title: Checkout
          body:
            - section: {title: Deliver to, action: Add, tap: open('edit_address')}
            - list:
                items: addresses
                as: a
                row:
                  row: {radio: address == a.id, title: "{a.label}", subtitle: $address_line, lines: 2, tap: address = a.id}
                empty: {icon: location_on, title: No address yet, text: Tell us where to bring your order., button: Add an address, tap: open('edit_address')}
            - section: Pay with
            - $ways
            - section: Summary
            - list:
                items: $table
                as: item
                row:
                  row: {title: "{$line.title}", subtitle: "{item.quantity} × {money($line.price, '$sign')}", value: "{money($line.price * item.quantity, '$sign')}"}
            - row: {title: Delivery, value: "{money(get(payments, payment).fee, '$sign') if get(payments, payment).fee else 'Free'}"}
            - space: 8
          footer:
            - line:
                pad: 16
                justify: between
                children:
                  - text: {text: Total, style: title_medium}
                  - text: {text: "{money($due, '$sign')}", style: title_large, bold: true}
            - button: {label: Place order, wide: true, disabled: count($table) == 0, tap: $pay}
          overlays:
            offline:
              dialog:
                icon: wifi_off
                title: No connection
                text: Your order was not placed. Turn off airplane mode and try again.
                buttons: $ok
            short: $short
        thanks:
          params: [id]
          title: Order placed
          appbar: {back: close}
          body:
            - empty:
                icon: check_circle
                title: Thank you!
                text: Order {get(orders, id).number} is placed. It arrives in 2 to 3 days at {get(orders, id).address}.
                button: See order
                tap: replace('order', id=id)
          footer: $more
        orders:
          title: Orders
          body:
            - list:
                items: sort(orders, '-at')
                as: o
                row:
                  row:
                    icon: "{'check_circle' if o.status == 'Delivered' else 'undo' if o.status == 'Returned' else 'cancel' if o.status == 'Cancelled' else 'local_shipping'}"
                    title: "{o.items}"
                    subtitle: "{o.status} · {date(o.at)}"
                    value: "{money(o.total, '$sign')}"
                    tap: open('order', id=o.id)
                empty: {icon: package_2, title: No orders yet, text: What you buy shows up here.}
        order:
          params: [id]
          title: "{get(orders, id).number}"
          body:
            - fact: {icon: local_shipping, label: Status, value: "{get(orders, id).status}"}
            - fact: {icon: schedule, label: Placed, value: "{date(get(orders, id).at, '%-d %B %Y')}, {time(get(orders, id).at)}"}
            - fact: {icon: inventory_2, label: Items, value: "{get(orders, id).items}"}
            - fact: {icon: location_on, label: Delivery address, value: "{get(orders, id).address}"}
            - fact: {icon: credit_card, label: Payment, value: "{get(orders, id).payment}"}
            - fact: {icon: receipt_long, label: Total, value: "{money(get(orders, id).total, '$sign')}"}
            - space: 16
            - button: {when: "get(orders, id).status == 'Placed'", label: Cancel order, style: outlined, wide: true, tap: show('cancel')}
          overlays:
            cancel:
              dialog:
                title: Cancel this order?
                text: The money goes back to the way you paid within three days.
                buttons: $cancel
        payment: {title: Payment, body: [$ways]}
        """,
        table=table, products=products, line=line_item, sign=sign, goods=goods, due=due, pay=pay, ways=ways,
        address_line=address_line,
        look=product and f"open('{product}', id=item.product)",
        empty={
            "icon": "shopping_cart",
            "title": "Your cart is empty",
            "text": "Things you want to buy wait for you here.",
            **({"button": "Start shopping", "tap": f"root('{shopping}')"} if shopping else {}),
        },
        more=[{"button": {"label": "Keep shopping", "style": "tonal", "wide": True, "tap": f"root('{shopping}')"}}]
        if shopping
        else None,
        ok=_buttons(("OK", "close()")),
        remove=_buttons(
            ("Keep", "close()"),
            ("Remove", [f"remove({table}, picked)", "snackbar('Removed from cart', undo=True)"]),
        ),
        cancel=_buttons(
            ("Keep order", "close()"),
            ("Cancel order", ["update(orders, id, status='Cancelled')", "toast('Order cancelled')"]),
        ),
        short=None
        if wallet_options is None
        else {
            "dialog": {
                "title": "Not enough balance",
                "text": f"Your {shop} balance of {{money(balance, '{sign}')}} does not cover this order. "
                "Choose another way to pay.",
                "buttons": _buttons(("OK", "close()")),
            }
        },
    )  # fmt: skip
    made["state"] |= fill(
        """
        $table: {columns: {product: "", quantity: 1}}
        orders: {columns: {number: "", at: 0, status: Placed, total: 0, address: "", payment: "", items: ""}}
        addresses: {columns: {label: "", name: "", street: "", city: "", postcode: ""}}
        payments:
          columns: {label: "", icon: credit_card, hint: "", fee: 0}
          rows: [{id: card, label: Card ending 4821}, {id: delivery, label: Pay on delivery}]
        address: ""
        payment: card
        """,
        table=table,
    )
    return made


@module
def wallet(
    balance=120.0, pin="1234", hint="Enter your PIN", sign="$", screen="wallet", title="Wallet", history="payments",
    then="back()",
):  # fmt: skip
    """A wallet with its payments, and the screen `pay` (parameters payee and amount) that asks for the PIN
    (`hint` are the words above it), pays, and does `then`. State: `balance`, `wallet_pin` and the table
    `history` (payee, amount, at)."""
    return fill(
        """
        state:
          balance: $balance
          wallet_pin: $pin
          $history: {columns: {payee: "", amount: 0, at: 0}}
        screens:
          $screen:
            title: $title
            body:
              - card:
                  color: primary_container
                  children:
                    - text: {text: Balance, style: label_large}
                    - text: {text: "{money(balance, '$sign')}", style: display_small}
              - section: Payments
              - list:
                  items: sort($history, '-at')
                  as: p
                  row:
                    row: {avatar: "{p.payee}", title: "{p.payee}", subtitle: "{day(p.at)}", value: "-{money(p.amount, '$sign')}"}
                  empty: {icon: receipt_long, title: No payments yet, text: What you pay from your balance is listed here.}
          pay:
            title: Pay {payee}
            params: {payee: "", amount: 0}
            secure: true
            vars: {entered: "", key: "", wrong: false}
            body:
              - space: 24
              - text: {text: "{money(amount, '$sign')}", style: display_small, align: center}
              - text: {text: "{'Wrong PIN, try again' if wrong else '$hint'}", align: center, color: "{'error' if wrong else 'on_surface_variant'}"}
              - space: 16
              - text: {text: "{join(' ', ['●' for d in range(count(entered))]) or '–'}", style: headline_small, align: center}
              - space: 16
              - keypad:
                  keys: $keys
                  press:
                    - if: key == '⌫'
                      then: entered = entered[:-1]
                      else: ["entered = entered + key", wrong = False]
                    - if: count(entered) == count(wallet_pin)
                      then:
                        - if: entered == wallet_pin and amount <= balance
                          then:
                            - balance = round(balance - amount, 2)
                            - insert($history, payee=payee, amount=amount, at=now())
                            - toast('Paid')
                            - $then
                          else: [entered = '', wrong = True]
        """,
        balance=balance,
        pin=str(pin),
        hint=hint,
        sign=sign,
        screen=screen,
        title=title,
        history=history,
        keys=KEYS,
        then=then,
    )
