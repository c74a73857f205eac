"""Groups of screens about buying: cart, checkout and orders; a wallet with a PIN."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.lists import crud
from devices.phoneworld.modules.template import fill, filled

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
    shop="Shop", products="products", table="cart", product=None, shopping=None, sign="$", prefix="N-",
    first=20500, wallet_options=None, member=None, sign_in="login",
):  # fmt: skip
    """Cart, checkout and orders over a table of products (columns title, price, image, stock). Screens
    `cart`, `checkout`, `thanks`, `orders`, `order`, `payment`, `addresses`, `edit_address`; state `table`
    (product, quantity), `orders`, `addresses` and `payments` (ways to pay, with a fee), `address` and
    `payment` (those chosen). `product` and `shopping` are the screens of one product and of the shop;
    orders are numbered `prefix` and a number after `first`. With `wallet_options` (of the module wallet)
    the way `balance` pays from it, behind its PIN; where the expression `member` is false, the screen
    `sign_in` comes first."""
    goods = f"sum([get({products}, i.product).price * i.quantity for i in {table}])"
    due = f"({goods} + (get(payments, payment).fee or 0))"
    way_hint = "{way.hint}"
    place = fill(
        """
        do:
          - "let made = insert(orders, number='$prefix' + str($first + count(orders)), at=now(),
            status='Placed', total=$due, payment=get(payments, payment).label,
            address=get(addresses, address).street + ', ' + get(addresses, address).city,
            items=join(', ', [get($products, i.product).title for i in $table]))"
          - clear($table)
          - replace('thanks', id=made)
        """,
        prefix=prefix,
        first=first,
        due=due,
        products=products,
        table=table,
    )["do"]
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
            place=place,
            due=due,
            shop=shop,
        )["do"]
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
    made["screens"] |= filled(
        "cart",
        table=table,
        products=products,
        line=line_item,
        sign=sign,
        goods=goods,
        due=due,
        pay=pay,
        ways=ways,
        address_line=address_line,
        look=product and f"open('{product}', id=item.product)",
        empty={
            "icon": "shopping_cart",
            "title": "Your cart is empty",
            "text": "Things you want to buy wait for you here.",
            **({"button": "Start shopping", "tap": f"root('{shopping}')"} if shopping else {}),
        },
        more=[
            {
                "button": {
                    "label": "Keep shopping",
                    "style": "tonal",
                    "wide": True,
                    "tap": f"root('{shopping}')",
                }
            }
        ]
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
    )
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
    balance=120.0, pin="1234", hint="Enter your PIN", sign="$", screen="wallet", title="Wallet",
    history="payments", then="back()",
):  # fmt: skip
    """A wallet with its payments, and the screen `pay` (parameters payee and amount) that asks for the PIN
    (`hint` are the words above it), pays, and does `then`. State: `balance`, `wallet_pin` and the table
    `history` (payee, amount, at)."""
    return filled(
        "wallet",
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
