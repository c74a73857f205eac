import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import classes from "./PhoneView.module.css";
import type { PhoneStream } from "./stream";
import { useStreamStatus } from "./usePhoneStream";

/** Counts down to the moment an untouched phone goes back to the others. */
export function IdleStrip({ stream }: { stream: PhoneStream }) {
  const { idleWarningS } = useStreamStatus(stream);
  const [left, setLeft] = useState(idleWarningS);
  useEffect(() => {
    setLeft(idleWarningS);
    if (idleWarningS === null) return;
    const end = performance.now() + idleWarningS * 1000;
    const timer = setInterval(
      () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000))),
      500,
    );
    return () => clearInterval(timer);
  }, [idleWarningS]);
  if (left === null) return null;
  return (
    <div className={classes.strip} role="alert">
      <span className={classes.stripText}>
        Nothing has happened for a while. The phone is given back in{" "}
        <strong className="pb-numbers">{left} s</strong>.
      </span>
      <Button size="compact-xs" variant="white" color="dark" onClick={() => stream.stayAwake()}>
        I’m here
      </Button>
    </div>
  );
}
