"""From words on a screen back to the line that says them."""

import re

from devices.phoneworld.errors import ExpressionError
from devices.phoneworld.expr import split_template
from devices.phoneworld.lint.static import DATA, at
from devices.phoneworld.source import Map, Seq, parse

_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")


class Words:
    """An index of an app's texts. `place(text)` is `(file, line, fixed)`: fixed words stand in the spec as
    they are, others come from data or are put together."""

    def __init__(self, spec: Map, folder):
        self.default = (spec.file, 1, False)
        self.fixed, self.data, self.templates, self._known = {}, {}, [], {}
        for key, value in spec.items():
            self._gather(value, spec, key, key in DATA)
        for path in sorted(folder.glob("*.yaml")):
            if path.name != "lint.yaml":
                self._gather(
                    parse(path.read_text(encoding="utf-8"), f"{folder.name}/{path.name}"), spec, None, True
                )
        self.templates.sort(key=lambda t: -t[0])

    def _gather(self, value, holder, key, data):
        if isinstance(value, str):
            place = (*at(holder, key), not data)
            if data:
                self.data.setdefault(value, place)
            elif "{" in value:
                self._template(value, place)
            else:
                self.fixed.setdefault(value, place)
        elif isinstance(value, Map):
            for inner, item in value.items():
                self._gather(item, value, inner, data)
        elif isinstance(value, (Seq, list, tuple)):
            lines = getattr(value, "lines", ())
            for n, item in enumerate(value):
                here = Map(
                    {}, file=holder.file, line=lines[n] if n < len(lines) else holder.lines.get(key, 0)
                )
                self._gather(item, here, None, data)

    def _template(self, value, place):
        try:
            parts = split_template(value)
        except ExpressionError:
            return
        for _, code in parts:
            for quoted in _QUOTED.findall(code):
                self.fixed.setdefault(next(filter(None, quoted), ""), place)
        pattern = "".join(re.escape(literal) + (".*" if code else "") for literal, code in parts)
        literals = sum(len(literal) for literal, _ in parts)
        if literals:
            self.templates.append((literals, re.compile(pattern, re.S), (*place[:2], False)))

    def place(self, text):
        """Where a shown text is written, as well as that can be told."""
        found = self._known.get(text)
        if found is None:
            found = self.fixed.get(text) or self.data.get(text)
            if found is None:
                found = next((p for _, pattern, p in self.templates if pattern.fullmatch(text)), self.default)
            self._known[text] = found
        return found
