"""Qwen-VL models: tiny ones made from configuration, and processors that need no torchvision.

The tiny ones (a quarter of a million parameters) take the path that a model of billions takes: the same
classes, chat template, picture patches and places. They prove plumbing;
from scratch they learn nothing in minutes.
"""

import json
from pathlib import Path

from transformers import ProcessorMixin
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil
from transformers.models.qwen3_vl.processing_qwen3_vl import Qwen3VLProcessor

KINDS = ("qwen2_5_vl", "qwen3_vl", "qwen3_5")
START, END, IMAGE, VIDEO = "<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>"
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", START, END, IMAGE, VIDEO)
#: Not special to the tokenizer: they belong to answers and must come back when these are read.
MARKS = ("<think>", "</think>", "<tool_call>", "</tool_call>")
VOCABULARY = 640
#: px² of a picture: at the least, at the most (each token stands for 28² or 32²).
PIXELS = (64 * 64, 512 * 1152)

TEMPLATE = """{%- for message in messages -%}
{{- '<|im_start|>' + message.role + '\\n' -}}
{%- if message.content is string -%}{{- message.content -}}
{%- else -%}{%- for part in message.content -%}
{%- if part.type == 'image' -%}{{- '<|vision_start|><|image_pad|><|vision_end|>' -}}
{%- elif part.type == 'text' -%}{{- part.text -}}{%- endif -%}
{%- endfor -%}{%- endif -%}
{{- '<|im_end|>\\n' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}"""


class PictureProcessor(Qwen3VLProcessor):
    """Qwen's processor for text and pictures. The stock one also wants a video processor, which cannot be had
    without torchvision. It saves its two parts, so that the stock one reads them elsewhere."""

    def __init__(self, image_processor=None, tokenizer=None, chat_template=None, **kwargs):
        self.image_token, self.video_token = IMAGE, VIDEO
        self.image_token_id = tokenizer.convert_tokens_to_ids(IMAGE)
        self.video_token_id = tokenizer.convert_tokens_to_ids(VIDEO)
        self.vision_start_token_id = tokenizer.convert_tokens_to_ids(START)
        self.vision_end_token_id = tokenizer.convert_tokens_to_ids(END)
        ProcessorMixin.__init__(self, image_processor, tokenizer, chat_template=chat_template)

    def save_pretrained(self, save_directory, **_):
        self.image_processor.save_pretrained(save_directory)
        self.tokenizer.save_pretrained(save_directory)


def load_processor(folder: Path | str) -> PictureProcessor:
    tokenizer = load_tokenizer(folder)
    images = Qwen2VLImageProcessorPil.from_pretrained(folder, local_files_only=True)
    return PictureProcessor(images, tokenizer, chat_template=tokenizer.chat_template)


def load_tokenizer(folder: Path | str):
    """As it was saved: ``AutoTokenizer`` would put some models' own pre-tokenizer into a generic one."""
    from transformers import AutoTokenizer, PreTrainedTokenizerFast

    about = json.loads((Path(folder) / "tokenizer_config.json").read_text())
    generic = about.get("tokenizer_class") in ("PreTrainedTokenizerFast", "TokenizersBackend")
    kind = PreTrainedTokenizerFast if generic else AutoTokenizer
    return kind.from_pretrained(folder, local_files_only=True, trust_remote_code=False)


def has_pictures(folder: Path | str) -> bool:
    return any(
        (Path(folder) / name).exists() for name in ("preprocessor_config.json", "processor_config.json")
    )


def make(kind: str, seed: int = 0):
    """(model, processor) of one of ``KINDS``, untrained."""
    import torch
    from transformers import (
        Qwen2_5_VLConfig,
        Qwen2_5_VLForConditionalGeneration,
        Qwen3_5Config,
        Qwen3_5ForConditionalGeneration,
        Qwen3VLConfig,
        Qwen3VLForConditionalGeneration,
    )

    tokenizer = make_tokenizer()
    ids = {word: tokenizer.convert_tokens_to_ids(word) for word in SPECIAL}
    places = {
        "image_token_id": ids[IMAGE], "video_token_id": ids[VIDEO], "vision_start_token_id": ids[START],
        "vision_end_token_id": ids[END], "tie_word_embeddings": False,
    }  # fmt: skip
    patch = 14 if kind == "qwen2_5_vl" else 16
    text = {
        "vocab_size": len(tokenizer), "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
        "num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 4096,
        "bos_token_id": None, "eos_token_id": ids["<|im_end|>"], "pad_token_id": ids["<|endoftext|>"],
    }  # fmt: skip
    sight = {"depth": 2, "hidden_size": 32, "intermediate_size": 64, "num_heads": 2, "out_hidden_size": 64,
             "patch_size": patch, "spatial_merge_size": 2, "temporal_patch_size": 2}  # fmt: skip
    torch.manual_seed(seed)
    if kind == "qwen2_5_vl":
        rope = {"rope_type": "default", "mrope_section": [4, 2, 2], "rope_theta": 1e6}
        sight |= {"fullatt_block_indexes": [1], "window_size": 112}
        config = Qwen2_5_VLConfig(
            text_config={**text, "rope_parameters": rope}, vision_config=sight, **places
        )
        model = Qwen2_5_VLForConditionalGeneration(config)
    elif kind == "qwen3_vl":
        rope = {
            "rope_type": "default",
            "mrope_section": [4, 2, 2],
            "mrope_interleaved": True,
            "rope_theta": 5e6,
        }
        sight |= {"deepstack_visual_indexes": [0], "num_position_embeddings": 1024}
        config = Qwen3VLConfig(
            text_config={**text, "head_dim": 16, "rope_parameters": rope}, vision_config=sight, **places
        )
        model = Qwen3VLForConditionalGeneration(config)
    elif kind == "qwen3_5":
        rope = {"rope_type": "default", "mrope_section": [2, 1, 1], "mrope_interleaved": True,
                "rope_theta": 1e7, "partial_rotary_factor": 0.5}  # fmt: skip
        linear = {
            "head_dim": 16, "layer_types": ["linear_attention", "full_attention"],
            "linear_key_head_dim": 16, "linear_value_head_dim": 16, "linear_num_key_heads": 2,
            "linear_num_value_heads": 4,
        }  # fmt: skip
        sight |= {"num_position_embeddings": 1024}
        config = Qwen3_5Config(
            text_config={**text, **linear, "rope_parameters": rope}, vision_config=sight, **places
        )
        model = Qwen3_5ForConditionalGeneration(config)
    else:
        raise KeyError(kind)
    model.generation_config.eos_token_id = ids["<|im_end|>"]
    model.generation_config.pad_token_id = ids["<|endoftext|>"]
    images = Qwen2VLImageProcessorPil(
        patch_size=patch, merge_size=2, temporal_patch_size=2,
        size={"shortest_edge": PIXELS[0], "longest_edge": PIXELS[1]},
    )  # fmt: skip
    return model, PictureProcessor(images, tokenizer, chat_template=TEMPLATE)


def make_tokenizer():
    """Byte-level pairs learnt from PhoneBuddy's own prompt: any text can be said, its usual words in few."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    from evaluation.agents.dialects.phonebuddy import JSON_FORM, TOOLS

    words = Tokenizer(models.BPE())
    words.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    words.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY, special_tokens=list(SPECIAL), show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )  # fmt: skip
    told = [TOOLS.format(form=JSON_FORM, apps=""), "system user assistant Goal What was done so far Step"]
    words.train_from_iterator(told, trainer)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=words, eos_token="<|im_end|>", pad_token="<|endoftext|>", chat_template=TEMPLATE
    )
    tokenizer.add_tokens(list(MARKS))
    return tokenizer
