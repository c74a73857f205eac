"""What a `type` gesture put into which field: read from the field itself, and never from a secret one."""

from evaluation import trees


class Typed:
    """One gesture's field. ``see`` trees as they come; ``text`` and ``secret`` say what may be kept.

    Until it is known that the field is no secret one, nothing is kept of what was typed.
    """

    def __init__(self, nodes: list[dict] | None, stale: bool, tapped: dict | None = None):
        """``nodes``: the tree before the first key; ``tapped``: the element of the tap just before."""
        self.before: str | None = None
        self.after: str | None = None
        self.secret: bool | None = None
        self.guess = ""
        self.guess_is_whole = True
        self._password_near = any(node.get("password") for node in nodes or ())
        field = trees.focused_field(nodes) if nodes and not stale else None
        if field is None and tapped and tapped["role"] == "text_field":
            field = tapped  # the tree is older than the tap, but the tap itself chose the field
        if field:
            self.secret, self.before = bool(field.get("password")), field["text"]
        elif nodes and not stale and not self._password_near:
            self.secret = False

    def typed(self, text: str, whole: bool) -> None:
        """What the keys so far spell; not ``whole`` when one of them moved the caret or is unknown."""
        self.guess = text
        self.guess_is_whole = self.guess_is_whole and whole

    def see(self, nodes: list[dict]) -> None:
        """A tree of after the last key."""
        field = trees.focused_field(nodes)
        self._password_near = self._password_near or any(node.get("password") for node in nodes)
        if field is None:
            return
        if self.secret is None:
            self.secret = bool(field.get("password"))
        if not self.secret and not field.get("password"):
            self.after = field["text"]

    def close(self) -> None:
        """Nothing more will be seen: in doubt, it was a secret."""
        if self.secret is None:
            self.secret = self._password_near

    @property
    def text(self) -> str:
        if self.secret is not False:
            return ""
        if self.after is None:
            return self.guess
        read = trees.gained(self.before, self.after) if self.before is not None else ""
        if self.guess and self.guess_is_whole and self.guess in self.after:
            # Equal ends ("aa" into "a…a") make the gain ambiguous; what was typed is then the better word.
            return self.guess
        return read or (self.guess if self.guess_is_whole else "")
