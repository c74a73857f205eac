"""The picture for a browser without a video decoder: JPEG, decoded here, a few times a second."""

import asyncio

from devices.streaming import frames

RATE = 8  # pictures a second at most
MAX_SIZE = 1280  # px of the longer side


class JpegSender:
    """Runs while somebody watches in JPEG mode. Each picture is encoded once, for all of them."""

    def __init__(self, session):
        self.session = session
        self._watchers = 0
        self._task: asyncio.Task | None = None

    def add(self) -> None:
        self._watchers += 1
        if self._task is None:
            self.session.frames.need()
            self._task = asyncio.create_task(self._run(), name="jpeg")

    def remove(self) -> None:
        self._watchers = max(0, self._watchers - 1)
        if not self._watchers:
            self.close()

    def close(self) -> None:
        if self._task:
            self._task.cancel()
            self._task = None
            self.session.frames.done()

    async def _run(self) -> None:
        shown: dict = {}  # viewer -> number of the picture it has
        number, data = -1, b""
        while True:
            frame = self.session.frames.latest
            viewers = [viewer for viewer in self.session.viewers if viewer.mode == "jpeg"]
            shown = {viewer: shown.get(viewer) for viewer in viewers}
            if frame and any(had != frame.number for had in shown.values()):
                if frame.number != number:
                    data = await asyncio.to_thread(frames.jpeg, frame, 75, MAX_SIZE)
                    number = frame.number
                for viewer, had in shown.items():
                    if had != number and viewer.jpeg(frame.seq, frame.pts_us, data):
                        shown[viewer] = number
            await asyncio.sleep(1 / RATE)
