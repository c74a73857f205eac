import { useEffect, useState } from "react";
import classes from "./PhoneView.module.css";
import type { Stats } from "./stats";
import type { PhoneStream } from "./stream";
import { useStreamStatus } from "./usePhoneStream";

const NAMES = { webcodecs: "WebCodecs", mse: "MSE", jpeg: "JPEG" };
const ms = (value: number | null) => (value === null ? "–" : `${value.toFixed(0)} ms`);

export function StatsCorner({ stream }: { stream: PhoneStream }) {
  const status = useStreamStatus(stream);
  const [stats, setStats] = useState<Stats>(() => stream.stats.read(performance.now()));
  useEffect(() => {
    const timer = setInterval(() => setStats(stream.stats.read(performance.now())), 500);
    return () => clearInterval(timer);
  }, [stream]);
  const rows: [string, string][] = [
    ["Picture", `${status.width}×${status.height}`],
    ["Decoder", status.decoder ? NAMES[status.decoder.kind] : "–"],
    ["Frames", `${stats.fps.toFixed(1)}/s`],
    ["Tap to pixel", ms(stats.tapToPixelMs)],
    ["Decode", ms(stats.decodeMs)],
    ["Round trip", ms(stats.rttMs)],
    ["Data", `${stats.kbPerS.toFixed(0)} kB/s`],
    ["Skipped", String(stats.skipped)],
  ];
  return (
    <div className={classes.stats}>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
