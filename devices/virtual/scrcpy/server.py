"""scrcpy's server: opens its sockets, streams video, obeys control messages, cleans up."""

import asyncio
import contextlib

from devices.virtual.adbd import StreamClosed
from devices.virtual.files import FileError
from devices.virtual.scrcpy.controller import Controller
from devices.virtual.scrcpy.video import Video
from devices.virtual.shell.streams import BrokenPipe

DEVICE_NAME_LENGTH = 64
AUDIO_DISABLED = b"\0\0\0\0"


class Server:
    def __init__(self, context, options, classpath):
        self._context, self._device, self._options, self._classpath = (
            context,
            context.device,
            options,
            classpath,
        )

    async def run(self):
        """Serve one client to its end; returns the process's exit status."""
        props, options = self._device.props, self._options
        await self._say(
            f"[server] INFO: Device: [{props['ro.product.manufacturer']}] {props['ro.product.brand']} "
            f"{props['ro.product.model']} (Android {props['ro.build.version.release']})"
        )
        if options.cleanup:
            with contextlib.suppress(FileError):  # the real server removes its own file once it runs
                self._device.fs.delete(self._classpath)
        if options.lists:
            await self._list()
            return 0
        try:
            sockets = await self._sockets()
        except (StreamClosed, FileError) as error:
            await self._say(f"[server] ERROR: {error}")
            return 1
        saved_stay_awake = self._device.phone.settings.get("global", "stay_on_while_plugged_in")
        if options.power_on and not self._device.phone.screen_on:
            self._device.phone.key("POWER")
        if options.stay_awake:
            self._device.put_setting("global", "stay_on_while_plugged_in", "7")
        self._device.touched()
        try:
            await self._serve(sockets)
        finally:
            self._device.display_on = True
            if options.cleanup and options.stay_awake:
                self._device.put_setting("global", "stay_on_while_plugged_in", saved_stay_awake or "0")
            if options.power_off_on_close and self._device.phone.screen_on:
                self._device.phone.key("POWER")
            self._device.touched()
        return 0

    async def _serve(self, sockets):
        video = Video(self._device, sockets.get("video"), self._options)
        work = []
        if "video" in sockets:
            work.append(video.run())
        if "audio" in sockets:
            work.append(self._no_audio(sockets["audio"]))
        if "control" in sockets:
            work.append(Controller(self._device, sockets["control"], self._options, video, self._say).run())
        tasks = [asyncio.ensure_future(coroutine) for coroutine in work]
        ends = [task for task, name in zip(tasks, sockets, strict=True) if name != "audio"] or tasks
        watchers = [asyncio.ensure_future(stream.closed_event.wait()) for stream in sockets.values()]
        try:
            await asyncio.wait([*ends, *watchers], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in [*tasks, *watchers]:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            for stream in sockets.values():
                stream.abort()
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, StreamClosed):
                raise result

    async def _no_audio(self, stream):
        if self._options.send_codec_meta:
            await stream.write(AUDIO_DISABLED)
        await stream.closed_event.wait()

    async def _sockets(self):
        """{"video", "audio", "control": stream} in the order clients connect; the first has the meta data."""
        options, names = (
            self._options,
            [name for name in ("video", "audio", "control") if getattr(self._options, name)],
        )
        sockets = {}
        if options.tunnel_forward:
            queue = asyncio.Queue()
            if options.socket_name in self._device.sockets:
                raise FileError("java.io.IOException: Address already in use")
            self._device.sockets[options.socket_name] = queue
            try:
                for name in names:
                    sockets[name] = await queue.get()
                    if options.send_dummy_byte and len(sockets) == 1:
                        await sockets[name].write(b"\0")
            finally:
                del self._device.sockets[options.socket_name]
        else:
            for name in names:
                sockets[name] = await self._connect(f"localabstract:{options.socket_name}")
        if options.send_device_meta and sockets:
            name = self._device.props["ro.product.model"].encode()[: DEVICE_NAME_LENGTH - 1]
            await next(iter(sockets.values())).write(name.ljust(DEVICE_NAME_LENGTH, b"\0"))
        return sockets

    async def _connect(self, address):
        """Through `adb reverse`, whichever connection asked for it."""
        for transport in list(self._device.transports):
            if address in transport.reverse:
                return await transport.open(transport.reverse[address])
        raise StreamClosed("java.io.IOException: Connection refused")

    async def _list(self):
        options, (width, height) = self._options, self._device.size
        if options.list_encoders:
            await self._say(
                "[server] INFO: List of video encoders:\n"
                "    --video-codec=h264 --video-encoder=c2.phonebuddy.avc.encoder   (sw)"
            )
        if options.list_displays:
            await self._say(f"[server] INFO: List of displays:\n    --display-id=0    ({width}x{height})")
        if options.list_apps:
            rows = sorted(
                self._device.phone.packages(), key=lambda entry: (not entry.get("system"), entry["label"])
            )
            lines = [
                f" {'*' if entry.get('system') else '-'} {entry['label']:<30} {entry['package']}"
                for entry in rows
            ]
            await self._say("[server] INFO: List of apps:\n" + "\n".join(lines))
        if options.list_cameras or options.list_camera_sizes:
            await self._say("[server] INFO: List of cameras:\n    (none)")

    async def _say(self, text):
        self._device.log("I", "scrcpy", text)
        with contextlib.suppress(BrokenPipe, StreamClosed):
            await self._context.line(text)
