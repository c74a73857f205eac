"""The target libraries' own code, without all that their packages pull in (web servers, graphical pages): a
module is loaded from its installed file while the ``__init__`` files above it are left out."""

import importlib
import importlib.util
import sys
from types import ModuleType


def part_of(name: str, bare: tuple[str, ...] = (), empty: dict[str, dict] | None = None) -> ModuleType:
    """The module ``name``. ``bare``: further packages whose ``__init__`` is left out; ``empty``: modules that
    it imports and that play no part, with the names they should have."""
    root = name.partition(".")[0]
    known = sys.modules.get(root)
    places = list(known.__path__ if known else importlib.util.find_spec(root).submodule_search_locations)
    parents = [".".join(name.split(".")[:n]) for n in range(1, name.count(".") + 1)]
    for package in sorted({*parents, *bare}):
        if package not in sys.modules:
            made = sys.modules[package] = ModuleType(package)
            made.__path__ = ["/".join([place, *package.split(".")[1:]]) for place in places]
    for module, names in (empty or {}).items():
        made = sys.modules.setdefault(module, ModuleType(module))
        made.__dict__.update(names)
    return importlib.import_module(name)


def openenv() -> ModuleType:
    """``openenv.core.harness.collect``: EpisodeRecord, RolloutSerializer."""
    return part_of(
        "openenv.core.harness.collect",
        ("openenv.core.env_server",),
        {"openenv.core.llm_client": {"LLMClient": object, "LLMResponse": object}},
    )


def llama_factory() -> tuple[ModuleType, ModuleType]:
    """``(llamafactory.data.parser, llamafactory.data.converter)``."""
    bare = ("llamafactory.extras",)
    plain = {
        "llamafactory.extras.constants": {
            "DATA_CONFIG": "dataset_info.json",
            "RUNNING_LOG": "running_log.txt",
        },
        "llamafactory.extras.misc": {"use_modelscope": lambda: False, "use_openmind": lambda: False},
    }
    enum = {"llamafactory.data.data_utils": {"Role": _role()}}
    return part_of("llamafactory.data.parser", bare, plain), part_of(
        "llamafactory.data.converter", bare, enum
    )


def _role():
    from enum import StrEnum

    names = ("user", "assistant", "system", "function", "observation")
    return StrEnum("Role", {name.upper(): name for name in names})


def android_forest() -> ModuleType:
    """android_env's compiled ``AndroidAccessibilityForest``."""
    return part_of("android_env.proto.a11y.android_accessibility_forest_pb2")
