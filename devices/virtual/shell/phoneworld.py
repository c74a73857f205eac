"""`phoneworld`: what only a mock phone has. Reset, state, verify, faults, events from outside."""

import asyncio
import base64
import binascii
import json

from devices.phoneworld import disturb
from devices.virtual.faults import KINDS, UnknownFault
from devices.virtual.shell.registry import Usage, verb

SETTLE_TICK = 0.01


def _decoded(text):
    """JSON out of base64."""
    try:
        return json.loads(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError) as error:
        raise Usage(f"error: not base64 of JSON: {error}") from None


@verb("phoneworld")
async def phoneworld(context):
    command, words = (context.args[0] if context.args else ""), context.args[1:]
    handler = _COMMANDS.get(command)
    if handler is None:
        raise Usage("usage: phoneworld reset|settle|apps|state|mark|verify|fault|event …", 2)
    return await handler(context, words)


async def _reset(context, words):
    options = dict(zip(words[::2], words[1::2], strict=False))
    try:
        seed = int(options["--seed"]) if "--seed" in options else None
    except ValueError:
        raise Usage("error: --seed needs a number") from None
    setup = _decoded(options["--setup"]) if "--setup" in options else None
    try:
        context.phone.reset(seed=seed, setup=setup)
    except (ValueError, KeyError, TypeError) as error:
        raise Usage(f"error: {error}") from None
    context.device.was_reset()
    await context.line(f"ok {context.phone.state_hash()}")


async def _state(context, words):
    await context.line(json.dumps(context.phone.state, ensure_ascii=False, default=_as_text))


def _as_text(value):
    """File contents that are not text, as base64."""
    return base64.b64encode(value).decode() if isinstance(value, bytes) else str(value)


async def _hash(context, words):
    await context.line(context.phone.state_hash())


async def _apps(context, words):
    """Label and package of all that a person can open."""
    shown = [entry for entry in context.phone.packages() if not entry.get("hidden")]
    await context.line(json.dumps({entry["label"]: entry["package"] for entry in shown}, ensure_ascii=False))


async def _mark(context, words):
    context.device.mark = context.phone.state
    await context.line(context.phone.state_hash())


async def _verify(context, words):
    request = _decoded(words[0] if words else "")
    before = context.device.mark
    if before is None:
        raise Usage("error: nothing is marked")
    try:
        nested = isinstance(request.get("rules"), dict)  # a verifier may also come bare
        rules = request["rules"] if nested else request
        said = (request.get("answer"), request.get("ending")) if nested else (None, None)
        verdict = context.phone.verify(rules, before, *said)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Usage(f"error: {error}") from None
    await context.line(json.dumps(verdict, ensure_ascii=False))


async def _fault(context, words):
    if not words:
        await context.line(json.dumps({"on": context.device.faults.active(), "kinds": KINDS}))
        return
    try:
        context.device.faults.set(words[0], words[1] if len(words) > 1 else "on")
    except UnknownFault:
        raise Usage(f"error: no fault {words[0]}: {' '.join(KINDS)}") from None
    except ValueError as error:
        raise Usage(f"error: {error}") from None
    await context.line("ok")


async def _event(context, words):
    kind, rest, phone = (words[0] if words else ""), words[1:], context.phone
    if kind == "sms" and len(rest) > 1:
        phone.receive_sms(rest[0], " ".join(rest[1:]))
    elif kind == "notification" and rest:
        context.device.notify(rest[0], " ".join(rest[1:]))
    elif kind == "battery" and rest:
        context.device.set_battery(int(rest[0]), rest[1] == "charging" if len(rest) > 1 else None)
    elif kind == "rotate" and rest:
        context.device.rotate(int(rest[0]))
    elif kind == "disturb" and rest:
        try:
            disturb.inject(phone, *rest[:2])
        except ValueError as error:
            raise Usage(f"error: {error}") from None
    else:
        raise Usage(
            "usage: phoneworld event sms SENDER TEXT | notification TITLE TEXT | "
            "battery LEVEL [charging] | rotate N | disturb KIND [PACKAGE]",
            2,
        )
    context.device.touched()
    await context.line("ok")


async def _settle(context, words):
    """Until nothing is due that would change the picture, no finger lies on it; at most so many ms."""
    try:
        most = int(words[0]) / 1000 if words else 5.0
    except ValueError:
        raise Usage("usage: phoneworld settle [MS]", 2) from None
    live, loop = context.device.live, asyncio.get_running_loop()
    end = loop.time() + most
    while True:
        live.catch_up()
        if context.phone.settled and not live.fingers:
            return await context.line("settled")
        if loop.time() >= end:
            return await context.line("busy")
        await asyncio.sleep(SETTLE_TICK)


_COMMANDS = {
    "apps": _apps,
    "settle": _settle,
    "reset": _reset,
    "state": _state,
    "hash": _hash,
    "mark": _mark,
    "verify": _verify,
    "fault": _fault,
    "event": _event,
}
