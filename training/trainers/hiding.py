"""Words that are known are now and then told as words that are not: what a screen has in common with the goal
is learnt then, and not only what the apps of training call things.

A word is hidden everywhere in a row, in goal and screen alike, behind one of the tokens that unknown words
have. Which, follows from seed, step and row alone: a resumed job hides the same.
"""

import torch

from training.forms import vocabulary, words


class Hiding:
    """``share`` of the known words of a row; for tokenizers with the compact form's vocabulary."""

    def __init__(self, tokenizer, share: float, seed: int):
        known = tokenizer.get_vocab()
        self.share, self.seed = share, seed
        self.able = torch.zeros(len(known), dtype=torch.bool)
        self.able[[known[word] for word in words.lexicon() - set(vocabulary.VERBS) if word in known]] = True
        self.unknown = torch.tensor([known[f"h{n}"] for n in range(words.BUCKETS)])

    def __call__(self, ids: torch.Tensor, step: int) -> torch.Tensor:
        """Of ``ids`` (rows, columns)."""
        random = torch.Generator().manual_seed((self.seed * 1_000_003 + step) * 1_000_003 + int(ids.sum()))
        size = len(ids), len(self.able)
        hidden = (torch.rand(size, generator=random) < self.share) & self.able
        behind = self.unknown[torch.randint(len(self.unknown), size, generator=random)]
        here = ids.cpu()
        found = torch.where(hidden.gather(1, here), behind.gather(1, here), here)
        return found.to(ids.device)


def of(tokenizer, share: float, seed: int) -> Hiding | None:
    """None where nothing is to be hidden, or nothing can be."""
    able = share > 0 and vocabulary.HIT in getattr(tokenizer, "get_vocab", dict)()
    return Hiding(tokenizer, share, seed) if able else None
