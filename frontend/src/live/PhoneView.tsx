import { Progress } from "@mantine/core";
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IdleStrip } from "./IdleStrip";
import { noticeFor, PhoneNotice } from "./PhoneNotice";
import { PhoneToolbar } from "./PhoneToolbar";
import classes from "./PhoneView.module.css";
import { StatsCorner } from "./StatsCorner";
import type { PhoneStream } from "./stream";
import { useFileDrop } from "./useFileDrop";
import { usePhoneInput } from "./usePhoneInput";
import { useStreamStatus } from "./usePhoneStream";

interface Props {
  stream: PhoneStream;
  name: string;
  /** The phone's own size, for its shape before the first picture. */
  size: { width: number; height: number };
  /** Input goes to the phone; otherwise it is only watched. */
  drive: boolean;
  deviceId?: string;
  /** Stands in the picture's place when the page knows better than the stream, e.g. after a lost lease. */
  cover?: ReactNode;
  /** Drawn over the picture, out of the pointer's way. */
  overlay?: ReactNode;
}

/** A live phone: picture, input, buttons, and plain words for everything that is not a picture. */
export function PhoneView({ stream, name, size, drive, deviceId, cover, overlay }: Props) {
  const status = useStreamStatus(stream);
  const [showStats, setShowStats] = useState(false);
  const root = useRef<HTMLElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const keys = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const driving = drive && !cover && status.role === "drive";
  usePhoneInput(stream, driving, screen, keys);
  const files = useFileDrop(deviceId, driving);

  const width = status.width || size.width || 9;
  const height = status.height || size.height || 20;
  const notice = noticeFor(status, stream, drive);
  const style = { "--ratio": String(width / height) } as CSSProperties;

  return (
    <section ref={root} className={classes.phone} aria-label={`Phone ${name}`}>
      <div className={classes.stage}>
        <div className={classes.bezel} style={style} {...files.handlers}>
          <div
            ref={screen}
            className={[
              classes.screen,
              driving && classes.driven,
              (notice || cover) && classes.dimmed,
            ]
              .filter(Boolean)
              .join(" ")}
            data-testid="phone-screen"
          >
            <Picture stream={stream} label={`Screen of ${name}`} />
            {overlay}
          </div>
          {driving && (
            <textarea
              ref={keys}
              data-phone-keys=""
              className={classes.keys}
              aria-label={`Keyboard of ${name}`}
              aria-describedby={hint}
              autoCapitalize="off"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
            />
          )}
          <span id={hint} hidden>
            Keys go to the phone. Escape goes back, Tab leaves the phone.
          </span>
          {cover ? (
            <div className={classes.notice}>{cover}</div>
          ) : (
            notice && <PhoneNotice {...notice} />
          )}
          {showStats && <StatsCorner stream={stream} />}
          {driving && <IdleStrip stream={stream} />}
          {files.over && <div className={classes.drop}>Drop to send it to the phone</div>}
          {files.upload && (
            <div className={classes.strip} role="status">
              <span className={classes.stripText}>
                {files.upload.share < 1 ? "Sending" : "Storing"} {files.upload.name}
                <Progress
                  mt={4}
                  size="xs"
                  value={files.upload.share * 100}
                  animated={files.upload.share >= 1}
                  aria-label="Progress"
                />
              </span>
            </div>
          )}
        </div>
        <PhoneToolbar
          stream={stream}
          name={name}
          deviceId={deviceId}
          drive={driving}
          stats={showStats}
          onStats={() => setShowStats((shown) => !shown)}
          onFiles={files.send}
          onFullScreen={() =>
            document.fullscreenElement
              ? document.exitFullscreen()
              : root.current?.requestFullscreen()
          }
        />
      </div>
      {status.decoder?.reason && <div className={classes.foot}>{status.decoder.reason}</div>}
    </section>
  );
}

/** Puts the decoder's own element on the page. */
export function Picture({ stream, label }: { stream: PhoneStream; label: string }) {
  const { surface } = useStreamStatus(stream);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!surface) return;
    surface.setAttribute("role", "img");
    surface.setAttribute("aria-label", label);
    place.current?.replaceChildren(surface);
  }, [surface, label]);
  return <div ref={place} className={classes.surface} />;
}
