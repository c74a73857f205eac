"""A phone game small enough to be learnt in seconds: a row of lit squares, tap the one that the goal names.

The form tells it in words; the model is a decoder of a few thousand parameters with a word-level tokenizer.
"""

import random

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from devices import actions
from devices.actions import ActionError
from devices.observation import Observation
from evaluation.agents.dialects import Screen
from training import forms
from training.backbones.loading import Checkpoint
from training.data.episodes import Episode, Source, Step, TaskRef
from training.environments.base import EnvironmentFailed, Goal, Reward
from training.forms.base import Prompt, examples

PLACES = 6
WIDTH, HEIGHT = 600, 100
WORDS = ["goal", "did", "now", "tap", "done", "on", *map(str, range(PLACES + 1))]


def register() -> None:
    forms.FORMS["toy"] = "tests.training.trainers.toys:ToyForm"


class ToyForm:
    name, version, sees, reads = "toy", "1", False, False

    def prompt(self, goal, seen, past, apps):
        said = " ".join(past)
        return Prompt(Screen(WIDTH, HEIGHT), f"goal {goal} did {said} now")

    def write(self, action, prompt, thought=""):
        return "done" if action.name == "finish" else f"tap {action.points[0][0] * PLACES // WIDTH}"

    def read(self, answer, prompt):
        words = answer.split()
        if words == ["done"]:
            return (actions.Finish(),)
        if len(words) == 2 and words[0] == "tap" and words[1].isdecimal() and int(words[1]) < PLACES:
            return (tap(int(words[1])),)
        raise ActionError(f"{answer!r} is no answer")

    def remember(self, answer, prompt):
        return answer

    def examples(self, episode):
        return examples(self, episode)


def tap(place: int) -> actions.Click:
    return actions.Click((((2 * place + 1) * WIDTH // PLACES // 2, HEIGHT // 2),))


def episodes(count: int, seed: int = 0) -> list[Episode]:
    """Tap the two places of the goal in order, then say that it is done."""
    rng, made = random.Random(seed), []
    for number in range(count):
        first, second = rng.randrange(PLACES), rng.randrange(PLACES)
        taken = [tap(first), tap(second), actions.Finish()]
        steps = [Step(Observation(WIDTH, HEIGHT), action) for action in taken]
        task = TaskRef(f"{first} {second}")
        made.append(Episode(f"toy-{number}", task.key, task, Source.ORACLE, steps, 1.0))
    return made


def checkpoint(seed: int = 0, width: int = 32) -> Checkpoint:
    import torch

    torch.manual_seed(seed)
    vocabulary = {word: number for number, word in enumerate(["<pad>", "<end>", "<unk>", *WORDS])}
    words = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="<pad>", eos_token="<end>", unk_token="<unk>"
    )
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(vocabulary), hidden_size=width, intermediate_size=2 * width, num_hidden_layers=2,
            num_attention_heads=2, max_position_embeddings=64, eos_token_id=1, pad_token_id=0,
            bos_token_id=None, tie_word_embeddings=False, initializer_range=0.2,
        )
    )  # fmt: skip
    return Checkpoint(model, tokenizer, {"form": "toy", "backbone": "toy"})


class ToyPhone:
    """The toy as an environment: right when both places were tapped in order and then it was said to be done.
    ``breaks``: on which goal it fails."""

    kind, name = "mock", "toy"

    def __init__(self, breaks: str = ""):
        self.breaks = breaks

    def begin(self, goal, seed=0):
        self.goal, self.taps, self.final = goal, [], False
        return Observation(WIDTH, HEIGHT)

    def act(self, *taken):
        if self.goal.key == self.breaks:
            raise EnvironmentFailed("the toy broke")
        for action in taken:
            if action.is_final:
                self.final = True
                return None
            self.taps.append(str(action.points[0][0] * PLACES // WIDTH))
        return Observation(WIDTH, HEIGHT)

    def judge(self):
        right = self.taps == self.goal.goal.split()
        return Reward(float(right and self.final), sum(self.taps[n : n + 1] == [word] for n, word in
                                                       enumerate(self.goal.goal.split())) / 2)  # fmt: skip

    def screenshot(self):
        return None

    def apps(self):
        return {}

    def close(self): ...


def goals(count: int = 12) -> list[Goal]:
    pairs = [(a, b) for a in range(PLACES) for b in range(PLACES)][:count]
    return [Goal(f"toy {a} {b}", f"{a} {b}", {}, kind=f"first {a}", step_limit=4) for a, b in pairs]
