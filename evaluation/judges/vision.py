"""A judge that sees: a vision model behind an OpenAI-compatible endpoint, asked per criterion.

It is shown the goal, what was done, the answer, and pictures chosen by how much changed (always the first and
the last). It must name the step that shows each verdict. Several samples are put to the vote.
"""

import asyncio
import base64
import io
import json
import re
import time
from itertools import pairwise

import httpx
import numpy as np
from PIL import Image

from evaluation.agents.chat import Chat, EndpointDown, words_of
from evaluation.judges.base import NO, UNSURE, YES, Case, Frame, Judged, JudgeDown, Verdict, vote

PROMPT_VERSION = "1"
MOST_FRAMES, HEIGHT = 12, 960
SYSTEM = """You check what an assistant did on a phone. You are given a goal, the actions, screenshots with \
their step numbers, and a list of criteria. Decide each criterion by what the screenshots and the answer \
show, not by what the assistant claims.
For every criterion answer y (it holds), n (it does not) or u (it cannot be told from what you are shown), \
name the step that shows it, and say why in one sentence. Never guess: where evidence is missing, answer u.
Answer with JSON alone: {"verdicts": [{"criterion": 1, "answer": "y", "step": 3, "why": "…"}]}"""


class VisionJudge:
    """``settings``: those of ``Chat``, samples (1), temperature (0 for one sample, else 0.7), max_tokens."""

    def __init__(self, settings: dict, transport: httpx.AsyncBaseTransport | None = None):
        self.settings = settings
        self._transport = transport

    @property
    def name(self) -> str:
        samples = self.settings.get("samples", 1)
        return f"{self.settings['model']}{f' ×{samples}' if samples > 1 else ''}"

    def judge(self, case: Case) -> Judged:
        """Raises JudgeDown when the endpoint gives no answer that can be read."""
        return asyncio.run(self._judge(case))

    async def _judge(self, case: Case) -> Judged:
        started, frames = time.monotonic(), chosen(case.frames, self.settings.get("frames", MOST_FRAMES))
        asked = messages(case, frames, self.settings.get("height", HEIGHT))
        samples = self.settings.get("samples", 1)
        body = {
            "temperature": self.settings.get("temperature", 0 if samples == 1 else 0.7),
            "max_tokens": self.settings.get("max_tokens", 2048),
        }
        try:
            chat = Chat(self.settings, self._transport)
            try:
                replies = await asyncio.gather(*(chat.ask(asked, **body, seed=n) for n in range(samples)))
            finally:
                await chat.close()
            texts = [words_of(data) for data, _ in replies]
        except EndpointDown as error:
            raise JudgeDown(str(error)) from error
        read = [found for text in texts if (found := parse(text, case)) is not None]
        if not read:
            raise JudgeDown(f"No answer can be read: {texts[0][:200]!r}")
        usage = [data.get("usage") or {} for data, _ in replies]
        details = {
            "frames": [frame.index for frame in frames],
            "tokens_in": sum(u.get("prompt_tokens") or 0 for u in usage),
            "tokens_out": sum(u.get("completion_tokens") or 0 for u in usage),
            "latency_ms": round(1000 * (time.monotonic() - started)),
            "unreadable": len(texts) - len(read),
        }
        return Judged({c.id: vote([one[c.id] for one in read]) for c in case.criteria}, texts, details)


def chosen(frames: tuple[Frame, ...], most: int = MOST_FRAMES) -> list[Frame]:
    """The first, the last, and between them those before which the picture changed most, in order."""
    seen = [frame for frame in frames if frame.picture]
    if len(seen) <= most:
        return seen
    small = [_small(frame.picture) for frame in seen]
    change = [float(np.abs(b - a).mean()) for a, b in pairwise(small)]
    middle = sorted(range(1, len(seen) - 1), key=lambda n: change[n - 1], reverse=True)[: most - 2]
    return [seen[n] for n in sorted({0, len(seen) - 1, *middle})]


def _small(picture: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(picture)).convert("L").resize((27, 60)), float)


def messages(case: Case, frames: list[Frame], height: int = HEIGHT) -> list[dict]:
    """What the model is asked; a judge is taught with the same. ``height``: px of a picture at the most."""
    return [
        {"role": "system", "content": SYSTEM},
        {"role": "user", "content": _shown(case, frames, height)},
    ]


def _shown(case: Case, frames: list[Frame], height: int) -> list[dict]:
    steps = "\n".join(f"{f.index}: {json.dumps(f.action, ensure_ascii=False)}" for f in case.frames)
    criteria = "\n".join(
        f"{n}. {c.text}{' (a harm: y means that it happened)' if c.negative else ''}"
        for n, c in enumerate(case.criteria, 1)
    )
    words = (
        f"Goal: {case.goal}\n\nActions, by step:\n{steps}\n\n"
        f"The assistant's answer: {case.answer or 'none'}\n\nCriteria:\n{criteria}\n\n"
        "Screenshots, each as it was before its step:"
    )
    content: list[dict] = [{"type": "text", "text": words}]
    for frame in frames:
        content.append({"type": "text", "text": f"Step {frame.index}"})
        content.append({"type": "image_url", "image_url": {"url": _data_url(frame.picture, height)}})
    return content


def _data_url(picture: bytes, height: int) -> str:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    if image.height > height:
        image = image.resize((round(image.width * height / image.height), height))
    target = io.BytesIO()
    image.save(target, "JPEG", quality=85)
    return "data:image/jpeg;base64," + base64.b64encode(target.getvalue()).decode()


def parse(text: str, case: Case) -> dict[str, Verdict] | None:
    """The verdicts in a model's answer, whatever stands around the JSON. What it leaves out, or says about a
    step that there is not, it cannot tell. None when there is no such JSON."""
    body = re.sub(r"<think>.*?</think>", "", text, flags=re.DOTALL)
    decoder, lines = json.JSONDecoder(), None
    for start in (m.start() for m in re.finditer(r"[{\[]", body)):
        try:
            data, _ = decoder.raw_decode(body[start:])
        except ValueError:
            continue
        lines = data.get("verdicts") if isinstance(data, dict) else data
        if isinstance(lines, list):
            break
    if not isinstance(lines, list):
        return None
    steps = {frame.index for frame in case.frames}
    found = {c.id: Verdict(UNSURE, None, "Not answered.") for c in case.criteria}
    for line in lines:
        if not isinstance(line, dict):
            continue
        number, answer = line.get("criterion"), str(line.get("answer", "")).strip().lower()[:1]
        if isinstance(number, int) and 1 <= number <= len(case.criteria) and answer in (YES, NO, UNSURE):
            step = line.get("step") if line.get("step") in steps else None
            found[case.criteria[number - 1].id] = Verdict(answer, step, str(line.get("why", ""))[:500])
    return found
