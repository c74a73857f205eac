// Tango against a virtual phone: prints one JSON object of what it saw, writes the video as Annex B.
// usage: node client.mjs <adb server port> <serial> <server file> <forward|reverse> <video out>
import { createReadStream, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Readable } from "node:stream";
import { AdbServerClient } from "@yume-chan/adb";
import { AdbServerNodeTcpConnector } from "@yume-chan/adb-server-node-tcp";
import { AdbScrcpyClient, AdbScrcpyOptionsLatest } from "@yume-chan/adb-scrcpy";
import { ReadableStream } from "@yume-chan/stream-extra";

const [port, serial, serverFile, tunnel, out] = process.argv.slice(2);
const SERVER = "/data/local/tmp/scrcpy-server.jar";
const seen = {};
const client = new AdbServerClient(new AdbServerNodeTcpConnector({ host: "127.0.0.1", port: Number(port) }));
const adb = await client.createAdb({ serial });
seen.model = await adb.getProp("ro.product.model");
seen.shell = await adb.subprocess.shellProtocol.spawnWaitText(["echo", "hi;", "false"]);

const push = () => AdbScrcpyClient.pushServer(adb, ReadableStream.from(createReadStream(serverFile)), SERVER);
const options = (more) => new AdbScrcpyOptionsLatest(
  { audio: false, tunnelForward: tunnel === "forward", scid: undefined, ...more }, { version: "3.3.4" });

await push();
seen.encoders = await AdbScrcpyClient.getEncoders(adb, SERVER, options({}));
await push();
seen.displays = await AdbScrcpyClient.getDisplays(adb, SERVER, options({}));

await push();
const session = await AdbScrcpyClient.start(adb, SERVER, options({}));
const log = [];
session.output.pipeTo(new WritableStream({ write(line) { log.push(line); } })).catch(() => {});
const video = await session.videoStream;
seen.metadata = { name: video.metadata.deviceName, width: video.metadata.width, height: video.metadata.height, codec: video.metadata.codec };

const packets = [];
const chunks = [];
const pump = (async () => {
  for await (const packet of video.stream) {
    packets.push({ type: packet.type, key: packet.keyframe ?? false, size: packet.data.length, pts: String(packet.pts ?? "") });
    chunks.push(Buffer.from(packet.data));
  }
})().catch(() => {});
const until = async (test, what) => {
  for (let i = 0; i < 1000; i += 1) {
    if (test()) return;
    await sleep(10);
  }
  throw new Error(`timed out: ${what}; ${packets.length} packets, server said ${log.join(" | ")}`);
};
const rest = async () => {  // the screen is still: no packet for a while
  for (let before = -1; before !== packets.length; await sleep(500)) before = packets.length;
};
const touch = async (action, x, y, size) => session.controller.injectTouch({
  action, pointerId: 0n, pointerX: x, pointerY: y, videoWidth: size[0], videoHeight: size[1],
  pressure: action === 1 ? 0 : 1, actionButton: 0, buttons: 0 });
const configs = () => packets.filter((p) => p.type === "configuration").length;

await until(() => packets.some((p) => p.key), "key frame");
seen.first = packets.slice(0, 2).map((p) => [p.type, p.key]);
await rest();

let before = packets.length;
await touch(0, 300, 600, [video.width, video.height]);
await touch(1, 300, 600, [video.width, video.height]);
await until(() => packets.length > before, "frame after a touch");
seen.afterTouch = packets.length - before;
await rest();
seen.framesBeforeStale = packets.length;
await touch(0, 100, 100, [320, 240]);
await touch(1, 100, 100, [320, 240]);
await sleep(400);
seen.afterStaleTouch = packets.length - seen.framesBeforeStale;

before = configs();
await session.controller.resetVideo();
await until(() => configs() > before && packets.at(-1).type === "data", "configuration after reset");
const restart = packets.map((p) => p.type).lastIndexOf("configuration");
seen.afterReset = packets.slice(restart, restart + 2).map((p) => [p.type, p.key]);

before = configs();
await session.controller.rotateDevice();
await until(() => configs() > before && packets.at(-1).type === "data", "configuration after rotation");
seen.rotated = [video.width, video.height];
await session.controller.rotateDevice();
await until(() => video.width < video.height, "portrait again");
await rest();

await session.controller.setClipboard({ sequence: 7n, paste: true, content: "héllo 你好" });
seen.acknowledged = true;
const clipboard = session.clipboard.getReader();
const copied = clipboard.read();
await session.controller.injectText("!");
await session.controller.injectKeyCode({ action: 0, keyCode: 278, repeat: 0, metaState: 0 });
await session.controller.injectKeyCode({ action: 1, keyCode: 278, repeat: 0, metaState: 0 });
seen.copied = (await copied).value;

await session.controller.startApp("com.fake.notes");
await session.controller.uHidCreate({ id: 1, vendorId: 0, productId: 0, name: "kb", data: new Uint8Array([1, 2]) });
await session.controller.injectScroll({ pointerX: 10, pointerY: 20, videoWidth: video.width, videoHeight: video.height,
  scrollX: 0, scrollY: -1, buttons: 0 });
await session.controller.backOrScreenOn(0);
await sleep(200);
await session.close();
await pump;
seen.count = packets.filter((p) => p.type === "data").length;
seen.rising = packets.filter((p) => p.pts).every((p, i, all) => i === 0 || BigInt(p.pts) > BigInt(all[i - 1].pts));
seen.log = log;
writeFileSync(out, Buffer.concat(chunks));

await push();
try {
  await AdbScrcpyClient.start(adb, SERVER, new AdbScrcpyOptionsLatest({ audio: false }, { version: "2.0" }));
} catch (error) {
  seen.refused = (error.output ?? [String(error)]).join("\n");
}
console.log(JSON.stringify(seen));
process.exit(0);
