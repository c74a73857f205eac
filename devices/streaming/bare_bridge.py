"""The shortest way from phone to page: adb, one socket, nothing else. The yardstick of `make bench-stream`.

`python -m devices.streaming.bare_bridge --adb-port 5137 --serial 127.0.0.1:6555 --port 8090` speaks the same
messages as the platform's stream socket, to anybody: for a benchmark on loopback, never for people.
"""

import argparse
import asyncio
import json
import struct

import websockets

from devices.adb.client import AdbClient
from devices.adb.scrcpy import h264, protocol
from devices.adb.scrcpy.client import ScrcpyClient
from devices.adb.scrcpy.jar import bundled_jar
from devices.streaming.input import TOUCH_ACTIONS
from devices.streaming.viewer import Config, video_message


async def bridge(socket, device) -> None:
    """One socket, one encoder: frames out, touches in."""
    async with ScrcpyClient(device, bundled_jar(), {"max_fps": 30}) as client:
        size = client.width, client.height

        async def touches():
            async for text in socket:
                event = json.loads(text)
                if event["type"] == "touch":
                    action = TOUCH_ACTIONS[event["action"]]
                    client.send(protocol.touch(action, 0, round(event["x"]), round(event["y"]), *size))

        reading = asyncio.create_task(touches())
        try:
            await socket.send(json.dumps({"type": "state", "state": "live", "reason": ""}))
            seq = 0
            async for packet in client.packets():
                if packet.config:
                    sps = h264.find_sps(packet.data)
                    size = sps.width, sps.height
                    await socket.send(Config(*size, 0, packet.data).message())
                    continue
                seq += 1
                header = video_message(packet)
                await socket.send(header[:4] + struct.pack("<I", seq) + header[8:])
        finally:
            reading.cancel()


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--adb-port", type=int, required=True)
    parser.add_argument("--serial", required=True)
    parser.add_argument("--port", type=int, required=True)
    options = parser.parse_args()
    device = AdbClient(options.adb_port).device(options.serial)

    async def serve(socket):
        await bridge(socket, device)

    async with websockets.serve(serve, "127.0.0.1", options.port, compression=None, max_size=None):
        print(json.dumps({"ready": True, "url": f"ws://127.0.0.1:{options.port}/"}), flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
