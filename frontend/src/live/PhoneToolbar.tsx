import { ActionIcon, FileButton, Tooltip } from "@mantine/core";
import {
  IconArrowBackUp,
  IconCamera,
  IconChartBar,
  IconCircle,
  IconFileUpload,
  IconMaximize,
  IconPower,
  type IconProps,
  IconRotateRectangle,
  IconSquare,
} from "@tabler/icons-react";
import { type ComponentType, useState } from "react";
import { toast } from "../shared/toast";
import { AppsMenu } from "./AppsMenu";
import { ClipboardPopover } from "./ClipboardPopover";
import classes from "./PhoneView.module.css";
import type { ButtonName } from "./protocol";
import type { PhoneStream } from "./stream";
import { TextPopover } from "./TextPopover";

interface Props {
  stream: PhoneStream;
  name: string;
  deviceId?: string;
  drive: boolean;
  stats: boolean;
  onStats: () => void;
  onFiles: (files: File[]) => void;
  onFullScreen: () => void;
}

const BUTTONS: { name: ButtonName; label: string; icon: ComponentType<IconProps> }[] = [
  { name: "back", label: "Back (Esc)", icon: IconArrowBackUp },
  { name: "home", label: "Home (Alt H)", icon: IconCircle },
  { name: "recents", label: "Recent apps (Alt S)", icon: IconSquare },
];

/** The buttons beside the phone. Watching, only those remain that change nothing. */
export function PhoneToolbar(props: Props) {
  const { stream, drive } = props;
  const press = (name: ButtonName) => () => stream.input({ type: "button", name });
  return (
    <div className={classes.bar} role="toolbar" aria-label={`Buttons of ${props.name}`}>
      {drive && (
        <>
          {BUTTONS.map(({ name, label, icon }) => (
            <Tool key={name} label={label} icon={icon} onClick={press(name)} />
          ))}
          <div className={classes.rule} />
          <Tool label="Power (Alt P)" icon={IconPower} onClick={press("power")} />
          <Tool label="Rotate (Alt R)" icon={IconRotateRectangle} onClick={press("rotate")} />
          <div className={classes.rule} />
          {props.deviceId && <AppsMenu stream={stream} deviceId={props.deviceId} />}
          <TextPopover stream={stream} />
          <ClipboardPopover stream={stream} />
          {props.deviceId && (
            <FileButton multiple onChange={props.onFiles}>
              {({ onClick }) => (
                <Tool
                  label="Send a file or install an APK"
                  icon={IconFileUpload}
                  onClick={onClick}
                />
              )}
            </FileButton>
          )}
          <div className={classes.rule} />
        </>
      )}
      <ScreenshotTool stream={stream} name={props.name} />
      <Tool label="Full screen" icon={IconMaximize} onClick={props.onFullScreen} />
      <Tool
        label={props.stats ? "Hide the figures" : "Show frame rate and latency"}
        icon={IconChartBar}
        onClick={props.onStats}
        pressed={props.stats}
      />
    </div>
  );
}

interface ToolProps {
  label: string;
  icon: ComponentType<IconProps>;
  onClick: () => void;
  pressed?: boolean;
  loading?: boolean;
}

export function Tool({ label, icon: Icon, onClick, pressed, loading }: ToolProps) {
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        size={40}
        radius="md"
        variant={pressed ? "light" : "subtle"}
        color={pressed ? undefined : "gray"}
        aria-label={label}
        aria-pressed={pressed}
        loading={loading}
        onClick={onClick}
      >
        <Icon size={19} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}

function ScreenshotTool({ stream, name }: { stream: PhoneStream; name: string }) {
  const [busy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      const address = URL.createObjectURL(await stream.screenshot());
      const link = document.createElement("a");
      const time = new Date().toISOString().slice(0, 19).replace(/[:T]/g, "-");
      link.href = address;
      link.download = `${name.replace(/[^\w.-]+/g, "-")}-${time}.png`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (problem) {
      toast.error(problem);
    } finally {
      setBusy(false);
    }
  }
  return <Tool label="Download a screenshot" icon={IconCamera} onClick={download} loading={busy} />;
}
