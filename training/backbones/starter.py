"""The starter text model: a LLaMA-shaped decoder of about a million parameters with its own tokenizer, made
on the spot, saved and loaded as any other checkpoint is (``AutoModelForCausalLM``; no remote code)."""

import math
from dataclasses import dataclass

from training.forms import compact, vocabulary


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
    """With weights that learn at once at this width: see ``_begin``."""
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
    with torch.no_grad():
        random = torch.Generator().manual_seed(seed)
        _begin(made, random)
        _point(made, processing.get_vocab(), random)
    return made


def _begin(made, random) -> None:
    """Embeddings at deviation 1, what reads the stream at 1/√d, what leaves the feed-forward part at zero.
    Keys begin like queries, so that a word finds its like; what attention finds is passed on as it is, and
    the head says what stands in the stream: copying, which most answers are, is there from the start. Half
    of the first layer's heads look at what is near (a constant in both is largest at distance 0)."""
    width = made.config.hidden_size
    for name, weight in made.named_parameters():
        if name.endswith(("bias", "down_proj.weight")):
            weight.zero_()
        elif weight.dim() == 2:
            wide = 1.0 if "embed" in name else 1 / math.sqrt(weight.shape[1])
            weight.normal_(0.0, wide, generator=random)
    made.lm_head.weight.copy_(made.model.embed_tokens.weight / width)
    for layer in made.model.layers:
        attention = layer.self_attn
        attention.k_proj.weight.copy_(attention.q_proj.weight)
        attention.o_proj.weight.copy_(attention.v_proj.weight.T / 2)
    first, head = made.model.layers[0].self_attn, width // made.config.num_attention_heads
    for number in range(made.config.num_attention_heads // 2):
        near = slice(number * head, number * head + head // 2)
        for projection in (first.q_proj, first.k_proj):
            projection.weight[number * head : (number + 1) * head] *= 0.3
            projection.bias[near] = 1.2 if number else 1.6


#: How much what may be chosen stands out, how loud heads copy it, how clearly the head says it, how firmly
#: the last layer looks for a hit. Found by trying on training and validation templates (docs/recipe.md).
STANDS_OUT, COPIED, SAID, LOOKS = 6.0, 6.0, 10.0, 4.0


def _point(made, words: dict[str, int], random) -> None:
    """Two of the last layer's heads look for what the layers before call a hit, one among lines, one among
    texts, and say which it is: they look with what hardly turns with distance, at what all of them have in
    common and at what "hit" has more than "miss"."""
    from torch.nn.functional import normalize

    embedded, head = made.model.embed_tokens.weight, made.lm_head.weight
    width = embedded.shape[1]
    each = width // made.config.num_attention_heads
    head[[words[vocabulary.HIT], words[vocabulary.MISS]]] *= 16
    hit = normalize(head[words[vocabulary.HIT]] - head[words[vocabulary.MISS]], dim=0)
    last = made.model.layers[-1].self_attn
    for number, kind in enumerate(compact.CHOICES):
        able = [place for word, place in words.items() if kind.fullmatch(word)]
        common = normalize(embedded.new_empty(width).normal_(generator=random), dim=0)
        head[able] *= SAID
        embedded[able] += STANDS_OUT * common
        last.o_proj.weight[:, number * each : (number + 1) * each] *= COPIED
        for turn in (each // 2 - 1, each // 2 - 2):  # the slowest turning of each half
            looking = [number * each + turn, number * each + turn + each // 2]
            last.k_proj.weight[looking] = hit + common / 2
            last.q_proj.weight[looking] *= 0.1
            last.q_proj.bias[looking] = LOOKS
