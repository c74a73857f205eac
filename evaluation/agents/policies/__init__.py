"""Who answers. ``make(kind, settings, …)`` builds the policy of one run.

The human baseline is no policy: a person claims such a run and does the task on the page that records.
"""

from collections.abc import Callable

from evaluation.agents.policies.base import Answer, Policy, PolicyDown, Question

_more: dict[str, Callable[[dict, dict | None, int], Policy]] = {}


def register(kind: str, factory: Callable[[dict, dict | None, int], Policy]) -> None:
    """A kind of policy from elsewhere: ``factory(settings, setup, seed)`` builds that of one run."""
    _more[kind] = factory


def make(kind: str, settings: dict, setup: dict | None = None, seed: int = 0) -> Policy:
    """``kind`` as in ``Agent.policy``; ``setup``: the task's. PolicyDown when it cannot be built."""
    if kind == "endpoint":
        from evaluation.agents.policies.endpoint import EndpointPolicy

        return EndpointPolicy(settings)
    if kind == "oracle":
        from evaluation.agents.policies.oracle import OraclePolicy

        if not (setup or {}).get("oracle"):
            raise PolicyDown("This task has no oracle.")
        return OraclePolicy(setup, float(settings.get("error_rate", 0)), seed, float(settings.get("pace", 1)))
    if kind == "random":
        from evaluation.agents.policies.random_taps import RandomPolicy

        return RandomPolicy()
    if kind in _more:
        return _more[kind](settings, setup, seed)
    raise PolicyDown(f"There is no policy {kind!r} that runs by itself here.")


__all__ = ["Answer", "Policy", "PolicyDown", "Question", "make", "register"]
