"""Any OpenAI-compatible endpoint: vLLM, SGLang, a proxy. Pictures travel as data URLs.

What passes by itself (no answer, too many requests, an error of the server) is tried again with growing
pauses; what does not (a wrong key, an unknown model) is told at once.
"""

import asyncio
import os
import random

import httpx

from evaluation.agents import prompts
from evaluation.agents.policies.base import Answer, PolicyDown, Question

PASSING = {408, 409, 425, 429, 500, 502, 503, 504}
SAMPLING = ("temperature", "top_p", "max_tokens", "presence_penalty", "frequency_penalty", "stop")
DEFAULTS = {"temperature": 0, "max_tokens": 1024}
LONGEST_PAUSE_S = 20.0


class EndpointPolicy:
    """``settings``: base_url, model; api_key_env (the *name* of an environment variable), sampling values,
    timeout_s (120), retries (3), pause_s (0.5), extra (a dict that is sent as it is)."""

    def __init__(self, settings: dict, transport: httpx.AsyncBaseTransport | None = None):
        if not settings.get("base_url") or not settings.get("model"):
            raise PolicyDown("The agent's settings name no base_url or no model.")
        self.settings = settings
        key = os.environ.get(settings.get("api_key_env") or "", "")
        self._client = httpx.AsyncClient(
            base_url=settings["base_url"].rstrip("/"),
            headers={"Authorization": f"Bearer {key}"} if key else {},
            timeout=httpx.Timeout(settings.get("timeout_s", 120), connect=10),
            transport=transport,
        )

    async def close(self) -> None:
        await self._client.aclose()

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
        body = {
            "model": self.settings["model"],
            "messages": messages,
            **sampling,
            **self.settings.get("extra", {}),
        }
        data, tries = await self._ask(body)
        try:
            choice = data["choices"][0]
            raw = _text(choice["message"])
        except (KeyError, IndexError, TypeError) as error:
            raise PolicyDown(f"The endpoint's answer has no choice: {str(data)[:200]}") from error
        usage = data.get("usage") or {}
        details = {
            "model": data.get("model", self.settings["model"]),
            "sampling": sampling,
            "finish_reason": choice.get("finish_reason"),
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

    async def _ask(self, body: dict) -> tuple[dict, int]:
        tries, pause = 1 + self.settings.get("retries", 3), self.settings.get("pause_s", 0.5)
        for number in range(1, tries + 1):
            wait = pause * 2 ** (number - 1)
            try:
                reply = await self._client.post("/chat/completions", json=body)
                if reply.is_success:
                    return reply.json(), number
                trouble = f"The endpoint said {reply.status_code}: {reply.text[:300]}"
                if reply.status_code not in PASSING:
                    raise PolicyDown(trouble)
                wait = _asked_pause(reply) or wait
            except httpx.TransportError as error:
                trouble = f"The endpoint does not answer ({type(error).__name__}: {error})."
            except ValueError as error:
                trouble = f"The endpoint's answer is no JSON: {error}"
            if number < tries:
                await asyncio.sleep(min(wait, LONGEST_PAUSE_S) * random.uniform(0.8, 1.2))
        raise PolicyDown(f"{trouble} Tried {tries} times.")


def _asked_pause(reply: httpx.Response) -> float | None:
    try:
        return float(reply.headers["Retry-After"])
    except (KeyError, ValueError):
        return None


def _text(message: dict) -> str:
    """The words; thoughts that a server took out of them are put back where the dialects look for them."""
    content = message.get("content") or ""
    if isinstance(content, list):
        content = "".join(part.get("text", "") for part in content if isinstance(part, dict))
    thought = message.get("reasoning_content") or message.get("reasoning") or ""
    return f"<think>{thought}</think>{content}" if thought and "</think>" not in content else content
