import { useId } from "react";
import type { Action, Bounds } from "../api/types";
import { shapeOf } from "./actions";
import classes from "./trace.module.css";

interface Props {
  action: Action | null;
  width: number;
  height: number;
  /** The element that took the touch. */
  element?: Bounds | null;
  /** An element of the UI tree under the pointer. */
  highlight?: Bounds | null;
  /** Draws larger marks, for pictures shown so small that the usual ones would vanish. */
  scale?: number;
}

/** Draws an action over the picture it was done on; the drawing's unit is the device pixel. */
export function ActionOverlay({ action, width, height, element, highlight, scale = 1 }: Props) {
  const marker = useId();
  const unit = (scale * Math.max(width, height)) / 1000;
  const shape = action ? shapeOf(action) : { kind: "none" as const };
  return (
    <svg className={classes.overlay} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <marker
          id={marker}
          viewBox="0 0 10 10"
          refX="6"
          refY="5"
          markerWidth="4.5"
          markerHeight="4.5"
          orient="auto-start-reverse"
        >
          <path d="M0 0.8 8.5 5 0 9.2z" className={classes.arrowHead} />
        </marker>
      </defs>
      {element && <Box bounds={element} className={classes.elementBox} unit={unit} />}
      {highlight && <Box bounds={highlight} className={classes.highlightBox} unit={unit} />}
      {shape.kind === "ring" && (
        <g transform={`translate(${shape.at[0]} ${shape.at[1]})`}>
          {shape.style === "hold" && (
            <circle r={44 * unit} className={classes.holdRing} strokeWidth={3 * unit} />
          )}
          <circle r={30 * unit} className={classes.halo} strokeWidth={8 * unit} />
          <circle r={30 * unit} className={classes.ring} strokeWidth={4.5 * unit} />
          {shape.style === "double" && (
            <circle r={18 * unit} className={classes.ring} strokeWidth={4 * unit} />
          )}
          <circle r={6 * unit} className={classes.dot} />
        </g>
      )}
      {shape.kind === "path" && (
        <g>
          <line
            x1={shape.from[0]}
            y1={shape.from[1]}
            x2={shape.to[0]}
            y2={shape.to[1]}
            className={classes.halo}
            strokeWidth={13 * unit}
          />
          <line
            x1={shape.from[0]}
            y1={shape.from[1]}
            x2={shape.to[0]}
            y2={shape.to[1]}
            className={classes.ring}
            strokeWidth={7 * unit}
            strokeDasharray={shape.style === "drag" ? `${14 * unit} ${9 * unit}` : undefined}
            markerEnd={`url(#${marker})`}
          />
          <circle
            cx={shape.from[0]}
            cy={shape.from[1]}
            r={15 * unit}
            className={classes.start}
            strokeWidth={4 * unit}
          />
        </g>
      )}
    </svg>
  );
}

function Box({ bounds, className, unit }: { bounds: Bounds; className?: string; unit: number }) {
  const [left, top, right, bottom] = bounds;
  return (
    <rect
      x={left}
      y={top}
      width={Math.max(0, right - left)}
      height={Math.max(0, bottom - top)}
      rx={6 * unit}
      className={className}
      strokeWidth={3 * unit}
    />
  );
}
