import { Skeleton, Text } from "@mantine/core";
import { type PointerEvent, type ReactNode, useState } from "react";
import type { Bounds, Step } from "../api/types";
import { ActionBadge } from "./ActionBadge";
import { ActionOverlay } from "./ActionOverlay";
import { describeStep, type Point } from "./actions";
import classes from "./trace.module.css";

interface Props {
  step: Step;
  showAction?: boolean;
  highlight?: Bounds | null;
  /** The device pixel under the pointer, or null when it has left the picture. */
  onHover?: (point: Point | null) => void;
  onPick?: (point: Point) => void;
  children?: ReactNode;
}

/** The screen as it was before the step, with the step's action drawn over it. */
export function ScreenView({
  step,
  showAction = true,
  highlight,
  onHover,
  onPick,
  children,
}: Props) {
  const [loaded, setLoaded] = useState("");
  const [broken, setBroken] = useState("");
  const label = describeStep(step);

  function pixel(event: PointerEvent<HTMLElement>): Point {
    const box = event.currentTarget.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * step.width,
      ((event.clientY - box.top) / box.height) * step.height,
    ];
  }

  return (
    <figure
      className={classes.screen}
      style={{ "--ratio": step.width / step.height } as React.CSSProperties}
      onPointerMove={onHover && ((event) => onHover(pixel(event)))}
      onPointerLeave={onHover && (() => onHover(null))}
      onPointerDown={onPick && ((event) => onPick(pixel(event)))}
    >
      {step.screenshot && broken !== step.screenshot ? (
        <img
          src={step.screenshot}
          alt={`Screen before step ${step.index + 1}: ${label}`}
          draggable={false}
          onLoad={() => setLoaded(step.screenshot ?? "")}
          onError={() => setBroken(step.screenshot ?? "")}
        />
      ) : (
        <div className={classes.noPicture}>
          <Text size="sm">
            {step.secret ? "No picture: the screen was secret." : "The picture cannot be loaded."}
          </Text>
        </div>
      )}
      {step.screenshot && loaded === "" && broken === "" && (
        <Skeleton className={classes.pending} />
      )}
      <ActionOverlay
        action={showAction ? step.action : null}
        width={step.width}
        height={step.height}
        element={showAction ? step.element?.bounds : null}
        highlight={highlight}
      />
      {showAction && <ActionBadge action={step.action} label={label} />}
      {children}
    </figure>
  );
}
