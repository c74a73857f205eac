"""The registry of modules."""

import inspect
from dataclasses import dataclass


@dataclass(frozen=True)
class Module:
    """A screen group: its parameters, the required ones, and the function that builds the fragment."""

    name: str
    build: object
    parameters: frozenset
    required: frozenset
    doc: str


MODULES: dict[str, Module] = {}


def module(build):
    """Register a function `(**parameters) -> fragment` as a module under its own name."""
    parameters = inspect.signature(build).parameters
    MODULES[build.__name__] = Module(
        build.__name__,
        build,
        frozenset(parameters),
        frozenset(k for k, p in parameters.items() if p.default is inspect.Parameter.empty),
        inspect.getdoc(build) or "",
    )
    return build
