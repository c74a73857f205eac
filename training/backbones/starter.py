"""The starter text model: a LLaMA-shaped decoder of about a million parameters with its own tokenizer, made
on the spot, saved and loaded as any other checkpoint is (``AutoModelForCausalLM``; no remote code)."""

import math
from dataclasses import dataclass

from training.forms import vocabulary


@dataclass(frozen=True)
class Shape:
    """Two layers of width 128: what learns most in minutes on two cores (docs/recipe.md)."""

    hidden: int = 128
    layers: int = 2
    heads: int = 4
    inner: int = 256
    longest: int = 1024


def make(seed: int = 0, shape: Shape | None = None):
    """``(model, tokenizer)``, untrained; the same seed gives the same weights. ``loading.make`` puts what it
    is shown beside them."""
    processing = tokenizer()
    return model(processing, shape or Shape(), seed), processing


def tokenizer():
    """A word a token: the form cuts its texts itself."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    words = {word: n for n, word in enumerate(vocabulary.tokens())}
    inner = Tokenizer(models.WordLevel(words, unk_token=vocabulary.UNKNOWN))
    inner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return PreTrainedTokenizerFast(
        tokenizer_object=inner,
        pad_token=vocabulary.PAD,
        eos_token=vocabulary.END,
        unk_token=vocabulary.UNKNOWN,
        padding_side="left",
        clean_up_tokenization_spaces=False,
    )


def model(processing, shape: Shape, seed: int):
    """With weights that learn at once at this width: embeddings at deviation 1, what reads the stream at
    1/√d, what writes to it and the head at zero; keys like queries, so that a word finds its like."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    made = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(processing),
            hidden_size=shape.hidden,
            intermediate_size=shape.inner,
            num_hidden_layers=shape.layers,
            num_attention_heads=shape.heads,
            num_key_value_heads=shape.heads,
            max_position_embeddings=shape.longest,
            tie_word_embeddings=False,
            attention_bias=True,
            pad_token_id=processing.pad_token_id,
            eos_token_id=processing.eos_token_id,
            bos_token_id=None,
        )
    )
    random = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in made.named_parameters():
            if weight.dim() < 2:
                if name.endswith("bias"):
                    weight.zero_()
                continue
            if name.endswith(("o_proj.weight", "down_proj.weight", "lm_head.weight")):
                weight.zero_()
            else:
                wide = 1.0 if "embed" in name else 1 / math.sqrt(weight.shape[1])
                weight.normal_(0.0, wide, generator=random)
        for layer in made.model.layers:
            layer.self_attn.k_proj.weight.copy_(layer.self_attn.q_proj.weight)
    return made
