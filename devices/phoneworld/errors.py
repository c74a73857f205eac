"""Errors that say where in a spec they come from."""


class SpecError(ValueError):
    """A mistake in an app's spec: file, line, field and what is wrong."""

    def __init__(self, message: str, file: str = "", line: int = 0, field: str = ""):
        where = ":".join(str(p) for p in (file, line or "") if p)
        super().__init__(": ".join(p for p in (where, field, message) if p))
        self.message, self.file, self.line, self.field = message, file, line, field


class ExpressionError(ValueError):
    """An expression or action that the small language does not allow or cannot resolve."""
