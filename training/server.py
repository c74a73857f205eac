"""A policy server that speaks the OpenAI protocol, over a model in this process: ``python -m training.server
FOLDER --port 8100``; and the policy of a trainer whose rollouts are answered by such a server.

    POST /v1/chat/completions      messages with pictures as data URLs
    POST /v1/completions           a prompt as text or as token ids
    POST /update_weights_from_disk {"model_path": folder}: other weights from now on (SGLang's name for it)
    GET  /v1/models, /health

With ``logprobs`` answers carry their log-probabilities, with ``return_token_ids`` their ids (vLLM's name), so
that nothing is decoded and encoded again. What comes in at the same time is answered in one batch. No
authentication: it listens on this machine alone unless told otherwise.
"""

import argparse
import json
import shutil
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx

from training.forms import Prompt
from training.forms.encoding import Encoder
from training.forms.runner import places
from training.generation import Sampled, TransformersPolicy


class PolicyServer:
    """``with PolicyServer(policy) as server: server.url``. ``reload(folder)`` puts other weights in."""

    def __init__(
        self, policy: TransformersPolicy, name: str = "policy", host: str = "127.0.0.1", port: int = 0
    ):
        import threading

        from training.batching import Batcher

        self.policy, self.name = policy, name
        self.batcher = Batcher(policy)
        self._http = ThreadingHTTPServer((host, port), _handler(self))
        self._http.daemon_threads = True
        self.url = f"http://{host}:{self._http.server_port}/v1"
        self._thread = threading.Thread(target=self._http.serve_forever, name="policy-server", daemon=True)

    def __enter__(self) -> "PolicyServer":
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._http.shutdown()
        self._http.server_close()
        self.batcher.close()

    def reload(self, folder: Path | str) -> None:
        """Between two batches. NotLoadable, or RuntimeError for weights of another shape."""
        from training.backbones.loading import load

        state = load(folder).model.state_dict()
        self.batcher.change(lambda: self.policy.model.load_state_dict(state))

    def answer(self, body: dict[str, Any], chat: bool) -> dict[str, Any]:
        if chat:
            told, images = places(body["messages"])
            prompt = Prompt(None, messages=told, images=images)
        else:
            asked = body["prompt"]
            ids = None if isinstance(asked, str) else list(map(int, asked))
            prompt = Prompt(None, text=asked if ids is None else "", ids=ids)
        sampled = self.batcher.ask(prompt, float(body.get("temperature", 1.0))).result()
        return self._told(sampled, body, chat)

    def _told(self, sampled: Sampled, body: dict[str, Any], chat: bool) -> dict[str, Any]:
        choice: dict[str, Any] = {"index": 0, "finish_reason": "length" if sampled.cut else "stop"}
        if chat:
            choice["message"] = {"role": "assistant", "content": sampled.text}
        else:
            choice["text"] = sampled.text
        if body.get("logprobs"):
            words = self.policy.encoder.tokenizer.convert_ids_to_tokens(sampled.answer_ids)
            if chat:
                choice["logprobs"] = {
                    "content": [
                        {"token": word, "logprob": value}
                        for word, value in zip(words, sampled.logprobs, strict=True)
                    ]
                }
            else:
                choice["logprobs"] = {"tokens": words, "token_logprobs": sampled.logprobs}
        told = {
            "id": f"policy-{time.monotonic_ns()}",
            "object": "chat.completion" if chat else "text_completion",
            "model": self.name,
            "choices": [choice],
            "usage": {
                "prompt_tokens": len(sampled.prompt_ids),
                "completion_tokens": len(sampled.answer_ids),
                "total_tokens": len(sampled.prompt_ids) + len(sampled.answer_ids),
            },
        }
        if body.get("return_token_ids"):
            choice["token_ids"] = sampled.answer_ids
            told["prompt_token_ids"] = sampled.prompt_ids
        return told


def _handler(server: PolicyServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            if self.path == "/health":
                self._say(200, {"status": "ok"})
            elif self.path == "/v1/models":
                self._say(200, {"object": "list", "data": [{"id": server.name, "object": "model"}]})
            else:
                self._say(404, {"error": {"message": f"There is no {self.path}."}})

        def do_POST(self):
            try:
                body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
                if self.path == "/update_weights_from_disk":
                    server.reload(body["model_path"])
                    self._say(200, {"success": True})
                elif self.path in ("/v1/chat/completions", "/v1/completions"):
                    self._say(200, server.answer(body, chat="chat" in self.path))
                else:
                    self._say(404, {"error": {"message": f"There is no {self.path}."}})
            except (KeyError, TypeError, ValueError) as error:  # the asker's mistake
                self._say(400, {"error": {"message": f"{type(error).__name__}: {error}"}})
            except Exception as error:  # the asker must hear of it, and the server goes on
                self._say(500, {"error": {"message": f"{type(error).__name__}: {error}"}})

        def _say(self, status: int, data: dict) -> None:
            body = json.dumps(data).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_): ...

    return Handler


class EndpointPolicy:
    """Rollouts answered by a server: ours, vLLM or SGLang's OpenAI side. RuntimeError where it does not tell
    ids and log-probabilities, or encodes prompts otherwise than this trainer.

    ``hand_over`` gives the model as it is being learnt; ``refresh`` writes it below ``folder`` and has the
    server load it (vLLM has no such call: it serves the weights that it was started with).
    """

    def __init__(
        self,
        base_url: str,
        processing,
        *,
        model: str = "policy",
        max_new_tokens: int = 256,
        concurrency: int = 64,
        timeout_s: float = 120.0,
        hand_over: Callable[[], Any] | None = None,
        folder: Path | None = None,
    ):
        self.base, self.model, self.max_new_tokens = base_url.rstrip("/"), model, max_new_tokens
        self.encoder = Encoder(processing)
        self._client = httpx.Client(timeout=timeout_s, limits=httpx.Limits(max_connections=concurrency))
        self._pool = ThreadPoolExecutor(concurrency)
        self._hand_over, self._folder, self._handed = hand_over, folder, 0

    def act(self, prompts: Sequence[Prompt], temperature: float = 1.0) -> list[Sampled]:
        encoded = self.encoder.encode(prompts)
        return list(
            self._pool.map(lambda pair: self._ask(*pair, temperature), zip(prompts, encoded, strict=True))
        )

    def refresh(self) -> None:
        """The server answers with the weights as they are now."""
        if self._hand_over is None or self._folder is None:
            return
        from training.backbones.loading import whole

        self._handed += 1
        target = self._folder / str(self._handed)
        whole(self._hand_over()).save_pretrained(target)
        self.encoder.processing.save_pretrained(target)
        reply = self._client.post(
            f"{self.base.removesuffix('/v1')}/update_weights_from_disk", json={"model_path": str(target)}
        )
        if reply.is_error:
            raise RuntimeError(f"The policy server did not take the new weights: {reply.text[:300]}")
        shutil.rmtree(self._folder / str(self._handed - 1), ignore_errors=True)

    def _ask(self, prompt: Prompt, encoded, temperature: float) -> Sampled:
        body = {
            "model": self.model, "temperature": temperature, "max_tokens": self.max_new_tokens,
            "return_token_ids": True,
        }  # fmt: skip
        if prompt.images:
            path, told = "chat/completions", {"messages": openai(prompt), "logprobs": True}
        else:
            path, told = "completions", {"prompt": encoded.ids, "logprobs": 1}
        reply = self._client.post(f"{self.base}/{path}", json=body | told)
        if reply.is_error:
            raise RuntimeError(f"The policy server said {reply.status_code}: {reply.text[:300]}")
        data = reply.json()
        choice = data["choices"][0]
        ids, logprobs = choice.get("token_ids"), choice.get("logprobs") or {}
        values = logprobs.get("token_logprobs") or [one["logprob"] for one in logprobs.get("content") or ()]
        if not ids or len(values) != len(ids):
            raise RuntimeError("The policy server tells no token ids or log-probabilities.")
        if (seen := data.get("prompt_token_ids")) is not None and list(seen) != encoded.ids:
            raise RuntimeError("The policy server encodes prompts otherwise: has it another template?")
        text = choice["message"]["content"] if prompt.images else choice["text"]
        images = {"images": encoded.images} if encoded.images else {}
        return Sampled(text, encoded.ids, ids, values, choice["finish_reason"] == "length", images)


def openai(prompt: Prompt) -> list[dict]:
    """Messages of OpenAI's protocol, with the pictures in their places (PNG: as they are shown here)."""
    import base64

    from training.trainers.rows import png

    images = iter(prompt.images)

    def part(one: dict) -> dict:
        if one["type"] != "image":
            return one
        data = base64.b64encode(png(next(images))).decode()
        return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}

    return [
        one if isinstance(one["content"], str) else {**one, "content": [part(p) for p in one["content"]]}
        for one in prompt.messages
    ]


def main() -> None:
    from training.backbones.loading import load

    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("folder", type=Path)
    told.add_argument("--host", default="127.0.0.1")
    told.add_argument("--port", type=int, default=8100)
    told.add_argument("--max-tokens", type=int, default=0, help="of an answer; 0: as it was taught")
    asked = told.parse_args()
    import torch

    checkpoint = load(asked.folder, device="cuda" if torch.cuda.is_available() else "cpu")
    most = asked.max_tokens or checkpoint.about.get("max_answer_tokens", 256)
    policy = TransformersPolicy(checkpoint.model, checkpoint.processing, max_new_tokens=most)
    with PolicyServer(policy, asked.folder.name, asked.host, asked.port) as server:
        print(json.dumps({"ready": server.url}), flush=True)
        server._thread.join()


if __name__ == "__main__":
    main()
