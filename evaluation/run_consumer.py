"""The socket of one agent's run: the phone's stream, what the agent thinks, and what it does next.

Who took the run over drives; everybody else who may see it watches.
"""

from channels.db import database_sync_to_async

from devices.consumers import NO_SUCH_PHONE, Refusal, StreamConsumer
from devices.models import Device
from evaluation.consumers import plain
from evaluation.models import Run, RunState, Turn
from evaluation.serializers.runs import RunDetailSerializer, TurnSerializer
from evaluation.services.runs import run_group


class RunStreamConsumer(StreamConsumer):
    """`/ws/runs/<uuid>/stream?role=drive|watch`: adds `run` and `turn` messages."""

    run_row: Run

    async def find_device(self) -> Device:
        run = await database_sync_to_async(_visible)(self.user, self.scope["url_route"]["kwargs"]["run_id"])
        if run is None:
            raise Refusal(NO_SUCH_PHONE, "There is no such run.")
        if run.device is None:
            raise Refusal(NO_SUCH_PHONE, "This run has no phone yet.")
        self.run_row = run
        if run.state != RunState.TAKEN_OVER or run.held_by_id != self.user.pk:
            self.role = "watch"
        return await self.visible_device(run.device_id)

    async def ready(self) -> None:
        await self.channel_layer.group_add(run_group(self.run_row.pk), self.channel_name)
        await self.tell()
        for turn in await database_sync_to_async(_turns)(self.run_row.pk):
            self.viewer.message({"type": "turn", "turn": turn})

    async def disconnect(self, code: int) -> None:
        if self.session is not None and hasattr(self, "run_row"):
            await self.channel_layer.group_discard(run_group(self.run_row.pk), self.channel_name)
        await super().disconnect(code)

    async def run_changed(self, event: dict) -> None:
        if self.session is not None:
            await self.tell()

    async def run_turn(self, event: dict) -> None:
        """What the agent has just decided; the phone has not been touched yet."""
        if self.session is not None:
            for turn in await database_sync_to_async(_turns)(self.run_row.pk, event["turn"]):
                self.viewer.message({"type": "turn", "turn": turn})

    async def tell(self) -> None:
        self.viewer.message({"type": "run", "run": await database_sync_to_async(_data)(self.run_row.pk)})


def _visible(user, run_id) -> Run | None:
    return Run.objects.visible_to(user).select_related("device__host").filter(pk=run_id).first()


def _data(run_id) -> dict:
    return plain(RunDetailSerializer(Run.objects.with_counts().get(pk=run_id)).data)


def _turns(run_id, seq: int | None = None) -> list[dict]:
    """One turn, or the last few."""
    rows = Turn.objects.filter(run=run_id).select_related("step")
    rows = rows.filter(seq=seq) if seq is not None else reversed(rows.order_by("-seq")[:50])
    return [plain(TurnSerializer(row).data) for row in rows]
