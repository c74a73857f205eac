"""Groups of screens about buying: cart and checkout, orders, wallet with PIN."""

# ruff: noqa: UP031 - the braces belong to the language of specs, so % fills the gaps

from devices.phoneworld.modules.base import module


@module
def cart(products="products", sign="$", delivery=4.9, free_from=50, empty_text="Add something you like"):
    """Cart, checkout and orders over a table of products (columns title, price, image): screens `cart`,
    `checkout`,
    `orders`, `order`; state `cart_items` (product, quantity) and `orders`. A tap adds with
    `insert(cart_items, id=product.id, product=product.id, quantity=1)`."""
    total = f"sum([get({products}, c.product).price * c.quantity for c in cart_items])"
    fee = f"(0 if {total} >= {free_from} else {delivery})"
    line = f"get({products}, c.product)"
    return {
        "state": {
            "cart_items": {"columns": {"product": "", "quantity": 1}},
            "orders": {
                "columns": {"number": "", "total": 0, "at": 0, "items": 0, "status": "Ordered", "address": ""}
            },
        },
        "screens": {
            "cart": {
                "title": "Cart",
                "body": [
                    {
                        "list": {
                            "items": "cart_items",
                            "as": "c",
                            "divider": True,
                            "row": {
                                "line": {
                                    "pad": 12,
                                    "children": [
                                        {
                                            "image": {
                                                "name": "{%s.image}" % line,
                                                "width_dp": 72,
                                                "height": 72,
                                                "round": 12,
                                            }
                                        },
                                        {
                                            "column": {
                                                "grow": 1,
                                                "gap": 4,
                                                "children": [
                                                    {
                                                        "text": {
                                                            "text": "{%s.title}" % line,
                                                            "style": "title_small",
                                                            "lines": 2,
                                                        }
                                                    },
                                                    {
                                                        "text": {
                                                            "text": "{money(%s.price * c.quantity, '%s')}"
                                                            % (line, sign),
                                                            "style": "title_medium",
                                                            "color": "primary",
                                                        }
                                                    },
                                                ],
                                            }
                                        },
                                        {
                                            "stepper": {
                                                "value": "{c.quantity}",
                                                "minus": [
                                                    {
                                                        "if": "c.quantity > 1",
                                                        "then": "update(cart_items, c.id, quantity=c.quantity - 1)",  # noqa: E501
                                                        "else": [
                                                            "remove(cart_items, c.id)",
                                                            "snackbar('Removed from cart', undo=True)",
                                                        ],
                                                    }
                                                ],
                                                "plus": "update(cart_items, c.id, quantity=min(99, c.quantity + 1))",  # noqa: E501
                                            }
                                        },
                                    ],
                                }
                            },
                            "empty": {
                                "icon": "shopping_cart",
                                "title": "Your cart is empty",
                                "text": empty_text,
                            },
                        }
                    }
                ],
                "footer": [
                    {
                        "button": {
                            "label": "{'Check out · ' + money(%s + %s, '%s')}" % (total, fee, sign),
                            "wide": True,
                            "when": "count(cart_items)",
                            "tap": "open('checkout')",
                        }
                    }
                ],
            },
            "checkout": {
                "title": "Checkout",
                "vars": {"address": "", "pay": "card", "tried": False},
                "body": [
                    {"section": "Deliver to"},
                    {
                        "field": {
                            "bind": "address",
                            "label": "Address",
                            "lines": 2,
                            "error": "{'Enter an address' if tried and not strip(address) else ''}",
                        }
                    },
                    {"section": "Pay with"},
                    {
                        "radio": {
                            "value": "pay",
                            "pick": "pay",
                            "options": [
                                {"value": "'card'", "label": "Card ending in 4821"},
                                {"value": "'cash'", "label": "Cash on delivery"},
                            ],
                        }
                    },
                    {"section": "Summary"},
                    {"row": {"title": "Items", "value": "{money(%s, '%s')}" % (total, sign)}},
                    {
                        "row": {
                            "title": "Delivery",
                            "value": "{money(%s, '%s') if %s else 'Free'}" % (fee, sign, fee),
                        }
                    },
                    {
                        "row": {
                            "title": "Total",
                            "bold": True,
                            "value": "{money(%s + %s, '%s')}" % (total, fee, sign),
                        }
                    },
                ],
                "footer": [
                    {
                        "button": {
                            "label": "Place order",
                            "wide": True,
                            "disabled": "not count(cart_items)",
                            "tap": [
                                {
                                    "if": "strip(address)",
                                    "then": [
                                        "let number = 'M-' + pad(random(100000), 5)",
                                        f"let id = insert(orders, number=number, total={total} + {fee}, at=now(), "  # noqa: E501
                                        "items=sum(cart_items, 'quantity'), address=strip(address))",
                                        "clear(cart_items)",
                                        "replace('order', id=id)",
                                        "toast('Order placed')",
                                    ],
                                    "else": "tried = True",
                                }
                            ],
                        }
                    }
                ],
            },
            "orders": {
                "title": "Orders",
                "body": [
                    {
                        "list": {
                            "items": "sort(orders, '-at')",
                            "as": "o",
                            "row": {
                                "row": {
                                    "icon": "package_2",
                                    "title": "{o.number}",
                                    "subtitle": "{plural(o.items, 'item')} · {o.status}",
                                    "value": "{money(o.total, '%s')}" % sign,
                                    "tap": "open('order', id=o.id)",
                                }
                            },
                            "empty": {"icon": "receipt_long", "title": "No orders yet"},
                        }
                    }
                ],
            },
            "order": {
                "title": "{get(orders, id).number}",
                "params": ["id"],
                "body": [
                    {"fact": {"label": "Status", "value": "{get(orders, id).status}"}},
                    {
                        "fact": {
                            "label": "Ordered",
                            "value": "{date(get(orders, id).at)} {time(get(orders, id).at)}",
                        }
                    },
                    {"fact": {"label": "Deliver to", "value": "{get(orders, id).address}"}},
                    {"fact": {"label": "Total", "value": "{money(get(orders, id).total, '%s')}" % sign}},
                    {
                        "button": {
                            "label": "Cancel order",
                            "style": "outlined",
                            "wide": True,
                            "when": "get(orders, id).status == 'Ordered'",
                            "tap": "show('cancel')",
                        }
                    },
                ],
                "overlays": {
                    "cancel": {
                        "dialog": {
                            "title": "Cancel this order?",
                            "buttons": [
                                {"label": "Keep it", "tap": "close()"},
                                {
                                    "label": "Cancel order",
                                    "danger": True,
                                    "tap": [
                                        "update(orders, id, status='Cancelled')",
                                        "toast('Order cancelled')",
                                    ],
                                },
                            ],
                        }
                    }
                },
            },
        },
    }


@module
def wallet(balance=120.0, pin="1234", sign="$", screen="wallet"):
    """A wallet with a balance, payments behind a PIN, and a history: screens `wallet`, `pay` (parameters
    payee, amount,
    then `give(True)` to whoever asked), state `balance`, `payments`."""
    return {
        "state": {
            "balance": balance,
            "wallet_pin": pin,
            "payments": {"columns": {"payee": "", "amount": 0, "at": 0}},
        },
        "screens": {
            screen: {
                "title": "Wallet",
                "body": [
                    {
                        "card": {
                            "color": "primary_container",
                            "children": [
                                {"text": {"text": "Balance", "style": "label_large"}},
                                {"text": {"text": "{money(balance, '%s')}" % sign, "style": "display_small"}},
                            ],
                        }
                    },
                    {"section": "Payments"},
                    {
                        "list": {
                            "items": "sort(payments, '-at')",
                            "as": "p",
                            "row": {
                                "row": {
                                    "avatar": "{p.payee}",
                                    "title": "{p.payee}",
                                    "subtitle": "{day(p.at)}",
                                    "value": "-{money(p.amount, '%s')}" % sign,
                                }
                            },
                            "empty": {"icon": "receipt_long", "title": "No payments yet"},
                        }
                    },
                ],
            },
            "pay": {
                "title": "Pay {payee}",
                "params": {"payee": "", "amount": 0},
                "secure": True,
                "vars": {"entered": "", "key": "", "wrong": False},
                "body": [
                    {
                        "text": {
                            "text": "{money(amount, '%s')}" % sign,
                            "style": "display_small",
                            "align": "center",
                        }
                    },
                    {
                        "text": {
                            "text": "{'Wrong PIN, try again' if wrong else 'Enter your PIN'}",
                            "align": "center",
                            "color": "{'error' if wrong else 'on_surface_variant'}",
                        }
                    },
                    {
                        "text": {
                            "text": "{join(' ', ['●' for d in range(count(entered))])}",
                            "style": "headline_small",
                            "align": "center",
                        }
                    },
                    {
                        "keypad": {
                            "keys": "['1','2','3','4','5','6','7','8','9','','0','⌫']",
                            "press": [
                                {
                                    "if": "key == '⌫'",
                                    "then": "entered = entered[:-1]",
                                    "else": ["entered = entered + key", "wrong = False"],
                                },
                                {
                                    "if": "count(entered) == count(wallet_pin)",
                                    "then": [
                                        {
                                            "if": "entered == wallet_pin and amount <= balance",
                                            "then": [
                                                "balance = round(balance - amount, 2)",
                                                "insert(payments, payee=payee, amount=amount, at=now())",
                                                "toast('Paid')",
                                                "back()",
                                            ],
                                            "else": ["entered = ''", "wrong = True"],
                                        }
                                    ],
                                },
                            ],
                        }
                    },
                ],
            },
        },
    }
