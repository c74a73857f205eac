"""Muon for the matrices of a small model's layers, AdamW for the rest (embeddings, head, norms, biases).

Muon makes the momentum of a matrix nearly orthogonal by five Newton-Schulz steps (K. Jordan et al., 2024,
https://kellerjordan.github.io/posts/muon). In the starter model's first minutes it needs about half of the
rows that AdamW needs. ``torch.optim.Muon`` does the same in bfloat16, which CPUs without such units do at a
thirtieth of the speed; here it is done in the matrix's own type.
"""

from collections.abc import Iterable

import torch
from torch.optim.adamw import adamw

COEFFICIENTS = (3.4445, -4.7750, 2.0315)


def orthogonal(matrix: torch.Tensor, steps: int = 5) -> torch.Tensor:
    """Near to the nearest matrix of orthogonal rows (or columns): singular values of about 0.7 to 1.2."""
    a, b, c = COEFFICIENTS
    tall = matrix.size(0) > matrix.size(1)
    found = matrix.T if tall else matrix
    found = found / (found.norm() + 1e-7)
    for _ in range(steps):
        square = found @ found.T
        found = a * found + (b * square + c * square @ square) @ found
    return found.T if tall else found


class MuonAdamW(torch.optim.Optimizer):
    """``matrices`` by Muon at ``matrix_lr``, ``others`` by AdamW at ``lr``; one schedule scales both."""

    def __init__(
        self,
        matrices: Iterable[torch.nn.Parameter],
        others: Iterable[torch.nn.Parameter],
        matrix_lr: float = 0.01,
        lr: float = 3e-3,
        momentum: float = 0.95,
        betas: tuple[float, float] = (0.9, 0.95),
    ):
        groups = [
            {"params": list(matrices), "lr": matrix_lr, "muon": True},
            {"params": list(others), "lr": lr, "muon": False},
        ]
        super().__init__(groups, {"lr": lr, "momentum": momentum, "betas": betas, "eps": 1e-8})

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            held = [p for p in group["params"] if p.grad is not None]
            (self._muon if group["muon"] else self._adamw)(group, held)
        return loss

    def _muon(self, group, held) -> None:
        for weight in held:
            state = self.state[weight]
            if not state:
                state["momentum"] = torch.zeros_like(weight)
            run = state["momentum"].lerp_(weight.grad, 1 - group["momentum"])
            ahead = weight.grad.lerp(run, group["momentum"])  # Nesterov's
            tall = max(1.0, weight.size(0) / weight.size(1)) ** 0.5
            weight.add_(orthogonal(ahead), alpha=-group["lr"] * tall)

    def _adamw(self, group, held) -> None:
        for weight in held:
            state = self.state[weight]
            if not state:
                state["step"] = torch.tensor(0.0)
                state["mean"], state["square"] = torch.zeros_like(weight), torch.zeros_like(weight)
        states = [self.state[weight] for weight in held]
        adamw(
            held, [w.grad for w in held], [s["mean"] for s in states], [s["square"] for s in states], [],
            [s["step"] for s in states], amsgrad=False, beta1=group["betas"][0], beta2=group["betas"][1],
            lr=group["lr"], weight_decay=0.0, eps=group["eps"], maximize=False,
        )  # fmt: skip


def of(model: torch.nn.Module, matrix_lr: float, lr: float) -> MuonAdamW:
    """The matrices of the layers by Muon; all that is looked up, scaled or read out by AdamW."""
    named = [(name, p) for name, p in model.named_parameters() if p.requires_grad]
    inner = {id(p) for name, p in named if p.dim() == 2 and not _outer(name)}
    return MuonAdamW(
        [p for _, p in named if id(p) in inner], [p for _, p in named if id(p) not in inner], matrix_lr, lr
    )


def _outer(name: str) -> bool:
    return "embed" in name or "lm_head" in name
