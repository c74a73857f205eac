import { Button, Group, Modal, Radio, Stack, Textarea } from "@mantine/core";
import { useState } from "react";

export type Outcome = "finished" | "failed" | "infeasible";

interface Props {
  busy: boolean;
  onFinish: (outcome: Outcome, answer: string) => void;
  onClose: () => void;
}

const OUTCOMES: { value: Outcome; label: string; description: string }[] = [
  { value: "finished", label: "Finished", description: "The goal is reached." },
  { value: "failed", label: "Could not do it", description: "It may be possible, but not for me." },
  { value: "infeasible", label: "Infeasible", description: "Nobody could: say why below." },
];

/** Ends the recording; everything can still be edited before it is submitted. */
export function FinishDialog({ busy, onFinish, onClose }: Props) {
  const [outcome, setOutcome] = useState<Outcome>("finished");
  const [answer, setAnswer] = useState("");
  const needsWords = outcome === "infeasible";
  return (
    <Modal opened onClose={onClose} title="Finish the recording">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onFinish(outcome, answer.trim());
        }}
      >
        <Stack>
          <Radio.Group
            label="How did it go?"
            value={outcome}
            onChange={(value) => setOutcome(value as Outcome)}
          >
            <Stack gap={10} mt={8}>
              {OUTCOMES.map((choice) => (
                <Radio key={choice.value} {...choice} data-autofocus={choice.value === outcome} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={needsWords ? "Why" : "Answer"}
            description={needsWords ? undefined : "Only if the task asks a question."}
            required={needsWords}
            autosize
            minRows={2}
            maxRows={8}
            value={answer}
            onChange={(event) => setAnswer(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Back to the phone
            </Button>
            <Button type="submit" loading={busy} disabled={needsWords && !answer.trim()}>
              Finish
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
