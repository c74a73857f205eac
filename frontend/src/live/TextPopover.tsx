import { ActionIcon, Button, Group, Popover, Stack, Text, Textarea, Tooltip } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { useCallback, useRef, useState } from "react";
import type { ServerMessage } from "./protocol";
import type { PhoneStream } from "./stream";
import { useBarSide } from "./useBarSide";
import { useStreamMessages } from "./usePhoneStream";

type Answer = { ok: boolean; words: string } | null;

/** A box for any language: the text is put into the phone's field in one go, and read back. */
export function TextPopover({ stream }: { stream: PhoneStream }) {
  const side = useBarSide();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<Answer>(null);
  const waiting = useRef<number | null>(null);

  useStreamMessages(
    stream,
    useCallback((message: ServerMessage) => {
      if (message.type !== "typed" || waiting.current !== message.id) return;
      waiting.current = null;
      if (message.ok) setText("");
      setAnswer({
        ok: message.ok,
        words: message.ok ? "Typed, and read back the same." : "The phone shows something else.",
      });
    }, []),
  );

  function send() {
    if (!text) return;
    waiting.current = stream.typeText(text);
    setAnswer(
      waiting.current !== null ? null : { ok: false, words: "The phone is not connected." },
    );
  }

  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position={side}
      middlewares={{ shift: { padding: 10 }, flip: true }}
      width={300}
      shadow="md"
      trapFocus
    >
      <Popover.Target>
        <Tooltip label="Type text in any language" position="right" disabled={open}>
          <ActionIcon
            size={40}
            radius="md"
            variant="subtle"
            color="gray"
            aria-label="Type text in any language"
            onClick={() => setOpen(!open)}
          >
            <IconKeyboard size={19} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <Stack gap="xs">
            <Textarea
              data-autofocus
              label="Text for the phone’s field"
              autosize
              minRows={2}
              maxRows={6}
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setAnswer(null);
              }}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
              }}
            />
            <Group justify="space-between" wrap="nowrap">
              <Text
                size="xs"
                c={answer && !answer.ok ? "var(--mantine-color-error)" : "dimmed"}
                role="status"
              >
                {answer?.words ?? "Ctrl Enter sends it."}
              </Text>
              <Button type="submit" size="xs" disabled={!text}>
                Type it
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
