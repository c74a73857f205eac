import { Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Step } from "../api/types";
import { describeStep } from "./actions";
import classes from "./trace.module.css";

interface Props {
  src: string;
  steps: Step[];
  /** When the video begins (ISO time). */
  startedAt: string | null;
  index: number;
  onIndex: (index: number) => void;
  ratio: number;
}

/** Seconds into the video at which each step was done. */
export function stepOffsets(steps: Step[], startedAt: string | null): number[] {
  const start = Date.parse(startedAt ?? steps[0]?.at ?? "");
  return steps.map((step) => Math.max(0, (Date.parse(step.at) - start) / 1000));
}

/** The step that is being done, or was done last, at a moment of the video. */
export function stepAt(offsets: number[], seconds: number): number {
  let found = 0;
  for (const [i, offset] of offsets.entries()) {
    if (offset <= seconds + 0.05) found = i;
  }
  return found;
}

/** The recording, in step with the filmstrip: a step seeks the video, and the playing video moves the step. */
export function VideoPanel({ src, steps, startedAt, index, onIndex, ratio }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [duration, setDuration] = useState(0);
  const [broken, setBroken] = useState(false);
  const fromVideo = useRef(-1);
  const offsets = stepOffsets(steps, startedAt);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new step seeks; offsets follow from the steps
  useEffect(() => {
    const element = video.current;
    if (!element || fromVideo.current === index) return;
    // A little before the finger comes down, so that the action is seen to happen.
    element.currentTime = Math.max(0, (offsets[index] ?? 0) - 0.4);
  }, [index, duration]);

  function follow() {
    const element = video.current;
    if (!element || element.paused) return;
    const now = stepAt(offsets, element.currentTime);
    fromVideo.current = now;
    if (now !== index) onIndex(now);
  }

  if (broken) {
    return (
      <div className={classes.screen} style={{ "--ratio": ratio } as React.CSSProperties}>
        <div className={classes.noPicture}>
          <Text size="sm">The video cannot be played.</Text>
        </div>
      </div>
    );
  }
  return (
    <div>
      <div className={classes.screen} style={{ "--ratio": ratio } as React.CSSProperties}>
        <video
          ref={video}
          src={src}
          controls
          muted
          playsInline
          preload="metadata"
          data-owns-keys
          aria-label="Recording"
          onLoadedMetadata={(event) => setDuration(event.currentTarget.duration)}
          onDurationChange={(event) => setDuration(event.currentTarget.duration)}
          onTimeUpdate={follow}
          onPause={() => {
            fromVideo.current = -1;
          }}
          onError={() => setBroken(true)}
        />
      </div>
      <div className={classes.timeline} style={{ marginTop: 8 }}>
        <span className={classes.rail} />
        {Number.isFinite(duration) &&
          duration > 0 &&
          steps.map((step, i) => (
            <button
              key={step.id}
              type="button"
              className={classes.marker}
              style={{ left: `${Math.min(100, ((offsets[i] ?? 0) / duration) * 100)}%` }}
              aria-current={i === index ? "step" : undefined}
              aria-label={`Go to step ${i + 1}`}
              title={`${i + 1}: ${describeStep(step)}`}
              onClick={() => {
                fromVideo.current = -1;
                onIndex(i);
              }}
            />
          ))}
      </div>
    </div>
  );
}
