import {
  IconAppWindow,
  IconArrowBackUp,
  IconArrowsMove,
  IconClockPause,
  IconFlag,
  IconHandFinger,
  IconHandStop,
  IconHandTwoFingers,
  IconHelp,
  IconHome,
  IconKeyboard,
  IconMessage,
  type IconProps,
  IconSquare,
  IconX,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Action } from "../api/types";

const ICONS: Record<string, ComponentType<IconProps>> = {
  click: IconHandFinger,
  double_click: IconHandTwoFingers,
  long_press: IconHandStop,
  scroll: IconArrowsMove,
  drag: IconArrowsMove,
  type: IconKeyboard,
  open_app: IconAppWindow,
  close_app: IconX,
  wait: IconClockPause,
  output: IconMessage,
  finish: IconFlag,
  call_user: IconHelp,
};

const BUTTON_ICONS: Record<string, ComponentType<IconProps>> = {
  back: IconArrowBackUp,
  home: IconHome,
};

export function ActionIcon({ action, size = 16 }: { action: Action; size?: number }) {
  const Icon =
    action.name === "button_press"
      ? (BUTTON_ICONS[String(action.arguments.type)] ?? IconSquare)
      : (ICONS[action.name] ?? IconHelp);
  return <Icon size={size} stroke={1.7} aria-hidden />;
}
