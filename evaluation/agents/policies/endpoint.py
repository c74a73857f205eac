"""Any OpenAI-compatible endpoint. Pictures travel as data URLs."""

import httpx

from evaluation.agents import prompts
from evaluation.agents.chat import Chat, EndpointDown, words_of
from evaluation.agents.policies.base import Answer, PolicyDown, Question

SAMPLING = ("temperature", "top_p", "max_tokens", "presence_penalty", "frequency_penalty", "stop")
DEFAULTS = {"temperature": 0, "max_tokens": 1024}


class EndpointPolicy:
    """``settings``: those of ``Chat``, sampling values, and extra (a dict that is sent as it is)."""

    def __init__(self, settings: dict, transport: httpx.AsyncBaseTransport | None = None):
        try:
            self._chat = Chat(settings, transport)
        except EndpointDown as error:
            raise PolicyDown(f"The agent cannot be asked. {error}") from error
        self.settings = settings

    async def close(self) -> None:
        await self._chat.close()

    async def act(self, question: Question) -> Answer:
        messages = prompts.messages(
            question.dialect,
            question.screen,
            question.goal,
            question.history,
            question.jpeg,
            question.elements,
        )
        sampling = {key: self.settings[key] for key in SAMPLING if key in self.settings}
        sampling = DEFAULTS | sampling | {"seed": question.seed}
        try:
            data, tries = await self._chat.ask(messages, **sampling, **self.settings.get("extra", {}))
            raw = words_of(data)
        except EndpointDown as error:
            raise PolicyDown(str(error)) from error
        usage = data.get("usage") or {}
        details = {
            "model": data.get("model", self.settings["model"]),
            "sampling": sampling,
            "finish_reason": data["choices"][0].get("finish_reason"),
            "tries": tries,
            "prompt_version": prompts.VERSION,
        }
        return Answer(
            raw,
            prompt=messages,
            details=details,
            tokens_in=usage.get("prompt_tokens") or 0,
            tokens_out=usage.get("completion_tokens") or 0,
        )
