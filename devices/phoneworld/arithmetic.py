"""What a pocket calculator makes of its line: `+ − × ÷ % ^ √ ( )`, no more, and bounded."""

import re
from math import sqrt

_TOKEN = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+|[-+*/%^√()π])")
_SAME = str.maketrans({"×": "*", "÷": "/", "−": "-", ",": None})
_MOST, _LARGEST = 200, 1e15


class _Line:
    def __init__(self, text):
        text = text.translate(_SAME).strip()
        self.tokens, at = [], 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise ValueError(text)
            self.tokens.append(found[1])
            at = found.end()
        if not self.tokens or len(self.tokens) > _MOST:
            raise ValueError(text)
        self.at = 0

    def next(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def sum(self):
        value = self.product()
        while self.next() in ("+", "-"):
            if self.take() == "+":
                value += self.product()
            else:
                value -= self.product()
        return value

    def product(self):
        value = self.power()
        while self.next() in ("*", "/") or self.next() in ("(", "√", "π"):
            sign = self.take() if self.next() in ("*", "/") else "*"
            other = self.power()
            value = value * other if sign == "*" else value / other
            if abs(value) > _LARGEST:
                raise ValueError("too large")
        return value

    def power(self):
        if self.next() in ("-", "+"):
            return -self.power() if self.take() == "-" else self.power()
        value = self.atom()
        if self.next() == "^":
            self.take()
            other = self.power()
            if abs(value) > 1e6 or abs(other) > 60:
                raise ValueError("too large")
            value = value**other
            if isinstance(value, complex) or abs(value) > _LARGEST:
                raise ValueError("too large")
        return value

    def atom(self):
        token = self.take() if self.next() else ""
        if token == "(":
            value = self.sum()
            if self.next() == ")":  # a bracket left open closes at the end, as calculators do
                self.take()
            elif self.next():
                raise ValueError("bracket")
        elif token == "√":
            value = sqrt(self.atom())
        elif token == "π":
            value = 3.141592653589793
        elif token and (token[0].isdigit() or token[0] == "."):
            value = float(token)
        else:
            raise ValueError("number wanted")
        while self.next() == "%":
            self.take()
            value /= 100
        return value


def calculate(text):
    """The value of a line of arithmetic such as `12 × (3 + 4)`; None if it makes no sense."""
    try:
        line = _Line(str(text))
        value = line.sum()
    except (ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return None
    if line.next() or value != value or abs(value) > _LARGEST:
        return None
    value = round(value, 10)
    return int(value) if value == int(value) else value
