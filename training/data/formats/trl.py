"""TRL's prompt and completion with pictures, in structured content: a row a step, as the model is asked it.

Give ``SFTTrainer`` what ``load_dataset("parquet", data_files="train.parquet")`` gives, a processor,
``max_length=None`` (a cut takes image tokens away), and no packing.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from training.data.episodes import Episode
from training.data.formats.base import Options, Written, chat_rows, forget, structured
from training.data.formats.parquet import FILE


def parts() -> list:
    """The shape of messages in a table."""
    from datasets import List, Value

    return List(
        {"role": Value("string"), "content": List({"type": Value("string"), "text": Value("string")})}
    )


def said(answer: str) -> list[dict]:
    return [{"role": "assistant", "content": [{"type": "text", "text": answer}]}]


def write(episodes: Iterable[Episode], folder: Path, options: Options) -> Written:
    from datasets import Dataset, Features, Image, List

    written = Written()

    def rows() -> Iterator[dict]:
        for episode in episodes:
            for row in chat_rows(episode, options, written):
                written.rows += 1
                yield {
                    "images": row.images,
                    "prompt": structured(row.messages),
                    "completion": said(row.answer),
                }

    features = Features({"images": List(Image()), "prompt": parts(), "completion": parts()})
    cache = folder / ".cache"
    made = Dataset.from_generator(rows, features=features, cache_dir=str(cache), fingerprint="rows")
    made.to_parquet(str(folder / FILE), batch_size=100)
    forget(cache)
    return written
