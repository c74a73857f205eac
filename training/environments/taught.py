"""A judge that was taught here, on people's grades, answering in this process."""

import threading

from evaluation.judges.base import Case, Judged, JudgeDown
from evaluation.judges.vision import parse

WIDTH, FRAMES, TOKENS = 448, 4, 512


class TaughtJudge:
    """``folder``: a checkpoint of a judge job. One case at a time: phones wait for nothing but their own."""

    def __init__(self, folder: str):
        from training.backbones import loading
        from training.generation import TransformersPolicy
        from training.trainers.judge import Grades

        loaded = loading.load(folder)
        self.name, self.width = f"judge {folder}", int(loaded.about.get("image_width", WIDTH))
        self._form = Grades(int(loaded.about.get("frames", FRAMES)), self.width)
        self._policy = TransformersPolicy(loaded.model, loaded.processing, max_new_tokens=TOKENS)
        self._one = threading.Lock()

    def judge(self, case: Case) -> Judged:
        """Raises JudgeDown when its answer cannot be read."""
        with self._one:
            (said,) = self._policy.act([self._form.prompt_of(case)], temperature=0)
        verdicts = parse(said.text, case)
        if verdicts is None:
            raise JudgeDown(f"no answer can be read: {said.text[:200]!r}")
        tokens = {"tokens_in": len(said.prompt_ids), "tokens_out": len(said.answer_ids)}
        return Judged(verdicts, [said.text], tokens)
