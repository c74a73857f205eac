"""Learn which line a goal is about (``training.forms.compact.grounding``): ``python -m
training.trainers.grounding`` writes ``grounding.npz`` anew from demonstrations of training templates (two
minutes), and prints how many of the touched lines it finds, of those it learnt from and of validation
templates.
"""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from training.forms.compact import POINTING, Compact, grounding

EPISODES, VALIDATION, SEED = 1500, 220, 5
HIDDEN, EPOCHS, SCREENS, RATE, DECAY, DROPOUT = 64, 4, 64, 2e-3, 0.1, 0.3
TOUCHING = (*POINTING, "fill", "edit")


def screens(episodes: Iterable) -> Iterator[tuple[np.ndarray, int]]:
    """``(features of a screen's lines, which of them was touched)`` for each touch."""
    seen = {}

    def look(prompt, context) -> grounding.Grounded:
        seen[id(prompt)] = grounding.features(prompt, context)[:2]
        return grounding.Grounded({}, {})

    form = Compact(look)
    for episode in episodes:
        for prompt, answer in form.examples(episode):
            verb, place, *_ = [*answer.split(), ""]
            table, places = seen[id(prompt)]
            if verb in TOUCHING and int(place[1:]) in places:
                yield grounding.whole(table), places.index(int(place[1:]))
        seen.clear()


def learn(taught: list[tuple[np.ndarray, int]], seed: int = SEED):
    """``(scale, layers)`` of a network; and a function that tells which share of screens it gets right."""
    import torch
    from torch import nn
    from torch.nn.functional import cross_entropy

    torch.manual_seed(seed)
    shuffle = random.Random(seed).shuffle
    lines = np.concatenate([table for table, _ in taught])
    mean, deviation = lines.mean(0), lines.std(0) + 1e-3
    width = lines.shape[1]
    network = nn.Sequential(
        nn.Linear(2 * width, HIDDEN), nn.ReLU(), nn.Dropout(DROPOUT),
        nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Dropout(DROPOUT), nn.Linear(HIDDEN, 1),
    )  # fmt: skip

    def scores(batch):
        longest = max(len(table) for table, _ in batch)
        x, there = torch.zeros(len(batch), longest, width), torch.zeros(len(batch), longest, 1)
        for n, (table, _) in enumerate(batch):
            x[n, : len(table)] = torch.from_numpy((table - mean) / deviation)
            there[n, : len(table)] = 1.0
        all_of_it = (x * there).sum(1, keepdim=True) / there.sum(1, keepdim=True)
        found = network(torch.cat([x, all_of_it.expand_as(x)], -1))
        return found.masked_fill(there == 0, -1e9)[..., 0]

    optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    rows = list(taught)
    for _ in range(EPOCHS):
        shuffle(rows)
        network.train()
        for at in range(0, len(rows), SCREENS):
            batch = rows[at : at + SCREENS]
            loss = cross_entropy(
                scores(batch), torch.tensor([place for _, place in batch]), label_smoothing=0.02
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    network.eval()
    layers = [part for part in network if isinstance(part, nn.Linear)]

    def right(asked) -> float:
        with torch.no_grad():
            found = [scores([one]).argmax().item() == one[1] for one in asked]
        return sum(found) / len(found)

    arrays = [array.detach().numpy() for layer in layers for array in (layer.weight.T, layer.bias)]
    return [mean, deviation, *arrays], right


def main(path: Path = grounding.FILE) -> None:
    from training.data.demonstrations import CALM, WORDINGS, Variation, chosen, generate
    from training.data.varied import Habits

    taught = list(screens(generate(EPISODES, SEED, variation=Variation(WORDINGS, {"home": 1}, CALM))))
    arrays, right = learn(taught)
    names = [f"{n:02}" for n in range(len(arrays))]
    np.savez_compressed(
        path,
        **{
            n: a.astype(np.float16 if a.ndim == 2 else np.float32) for n, a in zip(names, arrays, strict=True)
        },
    )
    plain = Variation(WORDINGS, {"home": 1}, Habits())
    asked = list(screens(generate(VALIDATION, SEED, of=chosen("validation"), variation=plain)))
    for name, rows in (("training", taught), ("validation", asked)):
        print(f"{right(rows):.3f} of {len(rows)} touches of {name} templates")


if __name__ == "__main__":
    main()
