"""A chat endpoint that speaks the OpenAI protocol: vLLM, SGLang, a proxy.

What passes by itself (no answer, too many requests, an error of the server) is tried again with growing
pauses; what does not (a wrong key, an unknown model) is told at once.
"""

import asyncio
import os
import random

import httpx

PASSING = {408, 409, 425, 429, 500, 502, 503, 504}
LONGEST_PAUSE_S = 20.0


class EndpointDown(Exception):
    """Nobody answers, or not in a form that can be read. In plain words."""


class Chat:
    """``settings``: base_url, model; api_key_env (the *name* of an environment variable), timeout_s (120),
    retries (3), pause_s (0.5)."""

    def __init__(self, settings: dict, transport: httpx.AsyncBaseTransport | None = None):
        if not settings.get("base_url") or not settings.get("model"):
            raise EndpointDown("The settings name no base_url or no model.")
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

    async def ask(self, messages: list[dict], **body) -> tuple[dict, int]:
        """The endpoint's JSON, and how many tries it took. Raises EndpointDown."""
        body = {"model": self.settings["model"], "messages": messages, **body}
        tries, pause = 1 + self.settings.get("retries", 3), self.settings.get("pause_s", 0.5)
        for number in range(1, tries + 1):
            wait = pause * 2 ** (number - 1)
            try:
                reply = await self._client.post("/chat/completions", json=body)
                if reply.is_success:
                    return reply.json(), number
                trouble = f"The endpoint said {reply.status_code}: {reply.text[:300]}"
                if reply.status_code not in PASSING:
                    raise EndpointDown(trouble)
                wait = _asked_pause(reply) or wait
            except httpx.TransportError as error:
                trouble = f"The endpoint does not answer ({type(error).__name__}: {error})."
            except ValueError as error:
                trouble = f"The endpoint's answer is no JSON: {error}"
            if number < tries:
                await asyncio.sleep(min(wait, LONGEST_PAUSE_S) * random.uniform(0.8, 1.2))
        raise EndpointDown(f"{trouble} Tried {tries} times.")


def _asked_pause(reply: httpx.Response) -> float | None:
    try:
        return float(reply.headers["Retry-After"])
    except (KeyError, ValueError):
        return None


def words_of(data: dict) -> str:
    """The first choice's words; thoughts that a server took out of them are put back where the dialects look
    for them. Raises EndpointDown when there is no choice."""
    try:
        message = data["choices"][0]["message"]
    except (KeyError, IndexError, TypeError) as error:
        raise EndpointDown(f"The endpoint's answer has no choice: {str(data)[:200]}") from error
    content = message.get("content") or ""
    if isinstance(content, list):
        content = "".join(part.get("text", "") for part in content if isinstance(part, dict))
    thought = message.get("reasoning_content") or message.get("reasoning") or ""
    return f"<think>{thought}</think>{content}" if thought and "</think>" not in content else content
