import { Button, Group, Modal, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Action, Step } from "../../api/types";
import { shapeOf } from "../../trace/actions";
import { ScreenView } from "../../trace/ScreenView";
import classes from "./workbench.module.css";

interface Props {
  step: Step;
  onDone: (points: { point: number; x: number; y: number }) => void;
  onClose: () => void;
}

function withPoint(action: Action, index: number, x: number, y: number): Action {
  const points = (action.arguments.points as [number, number][]).map((point, i) =>
    i === index ? [x, y] : point,
  );
  return { ...action, arguments: { ...action.arguments, points } };
}

/** Click where the action should have gone; a swipe has two ends. */
export function RetargetDialog({ step, onDone, onClose }: Props) {
  const [point, setPoint] = useState(0);
  const [picked, setPicked] = useState<[number, number] | null>(null);
  const isPath = shapeOf(step.action).kind === "path";
  const shown: Step = picked
    ? { ...step, action: withPoint(step.action, point, ...picked), element: null }
    : step;
  return (
    <Modal opened onClose={onClose} title={`Step ${step.index + 1}: point elsewhere`} size="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            Click the place on the picture.
          </Text>
          {isPath && (
            <SegmentedControl
              size="xs"
              aria-label="Which end"
              value={String(point)}
              onChange={(value) => {
                setPoint(Number(value));
                setPicked(null);
              }}
              data={[
                { value: "0", label: "Start" },
                { value: "1", label: "End" },
              ]}
            />
          )}
        </Group>
        <div className={classes.retarget}>
          <ScreenView step={shown} onPick={([x, y]) => setPicked([Math.floor(x), Math.floor(y)])} />
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!picked}
            onClick={() => picked && onDone({ point, x: picked[0], y: picked[1] })}
          >
            Move it here
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
