import { useEffect, useRef } from "react";
import type { Step } from "../api/types";
import { ActionIcon } from "./ActionIcon";
import { ActionOverlay } from "./ActionOverlay";
import { describeStep } from "./actions";
import classes from "./trace.module.css";

interface Props {
  steps: Step[];
  index: number;
  onIndex: (index: number) => void;
}

/** All steps as small pictures in a row; the current one is kept in view. */
export function Filmstrip({ steps, index, onIndex }: Props) {
  const current = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ref points elsewhere once the index has changed
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [index]);

  return (
    <ol className={classes.filmstrip} aria-label="Steps">
      {steps.map((step, i) => {
        const label = describeStep(step);
        return (
          <li key={step.id} ref={i === index ? current : undefined}>
            <button
              type="button"
              className={classes.frame}
              aria-current={i === index ? "step" : undefined}
              aria-label={`Step ${i + 1}: ${label}`}
              title={label}
              onClick={() => onIndex(i)}
            >
              <span
                className={classes.thumb}
                style={{ aspectRatio: `${step.width} / ${step.height}` }}
              >
                {step.thumbnail && (
                  <img src={step.thumbnail} alt="" loading="lazy" draggable={false} />
                )}
                <ActionOverlay
                  action={step.action}
                  width={step.width}
                  height={step.height}
                  scale={3}
                />
              </span>
              <span className={classes.frameFoot}>
                <span className="pb-numbers">{i + 1}</span>
                <ActionIcon action={step.action} size={14} />
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
