import { Button, Loader } from "@mantine/core";
import {
  IconCloudOff,
  IconDeviceMobileOff,
  IconEyeOff,
  IconPower,
  type IconProps,
} from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import classes from "./PhoneView.module.css";
import type { PhoneStream, StreamStatus } from "./stream";

interface Notice {
  title: string;
  text?: string;
  icon?: ComponentType<IconProps>;
  action?: { label: string; run: () => void };
}

/** What stands in the picture's place, or null while the picture speaks for itself. */
export function noticeFor(
  status: StreamStatus,
  stream: PhoneStream,
  drive: boolean,
): Notice | null {
  if (status.connection === "closed") {
    return {
      title: "Not connected",
      text: status.reason,
      icon: IconCloudOff,
      action: { label: "Try again", run: stream.retryNow },
    };
  }
  if (status.connection === "reconnecting") return { title: "Reconnecting…", text: status.reason };
  switch (status.phone) {
    case "gone":
      return {
        title: "The phone is gone",
        text:
          status.phoneReason || "It was unplugged or switched off. It comes back here by itself.",
        icon: IconDeviceMobileOff,
      };
    case "reconnecting":
      return { title: "The phone is reconnecting…", text: status.phoneReason };
    case "screen_off":
      return {
        title: "The screen is off",
        text: drive ? undefined : "Whoever drives the phone can wake it.",
        icon: IconPower,
        action: drive
          ? { label: "Wake it", run: () => stream.input({ type: "button", name: "power" }) }
          : undefined,
      };
    case "secure":
      return {
        title: "This app hides its screen",
        text: "The window is marked secure: nobody gets its picture. The phone still takes your input; Back leads out.",
        icon: IconEyeOff,
      };
  }
  if (!status.hasPicture) return { title: "Connecting…" };
  return null;
}

export function PhoneNotice({ title, text, icon: Icon, action }: Notice): ReactNode {
  return (
    <div className={classes.notice} role="status">
      {Icon ? <Icon size={30} stroke={1.4} /> : <Loader size="sm" color="gray.4" />}
      <div className={classes.noticeTitle}>{title}</div>
      {text && <div className={classes.noticeText}>{text}</div>}
      {action && (
        <Button size="xs" variant="white" color="dark" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
