import { ActionIcon, Button, Group, Popover, Stack, Textarea, Tooltip } from "@mantine/core";
import { IconClipboard } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { toast } from "../shared/toast";
import type { ServerMessage } from "./protocol";
import type { PhoneStream } from "./stream";
import { useBarSide } from "./useBarSide";
import { useStreamMessages } from "./usePhoneStream";

/** The phone's clipboard, to read, change and paste. */
export function ClipboardPopover({ stream }: { stream: PhoneStream }) {
  const side = useBarSide();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");

  useStreamMessages(
    stream,
    useCallback((message: ServerMessage) => {
      if (message.type === "clipboard") setText(message.text);
    }, []),
  );

  function toggle() {
    if (!open) stream.input({ type: "clipboard_get" });
    setOpen(!open);
  }

  async function copyHere() {
    try {
      await navigator.clipboard.writeText(text);
      toast.done("Copied to this computer.");
    } catch {
      toast.error(
        "The browser does not let this page use the clipboard. Mark the text and copy it.",
      );
    }
  }

  function put(paste: boolean) {
    if (!stream.input({ type: "clipboard_set", text, paste })) {
      toast.error("The phone is not connected.");
      return;
    }
    if (paste) setOpen(false);
    else toast.done("On the phone’s clipboard.");
  }

  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position={side}
      middlewares={{ shift: { padding: 10 }, flip: true }}
      width={320}
      shadow="md"
      trapFocus
    >
      <Popover.Target>
        <Tooltip label="Clipboard" position="right" disabled={open}>
          <ActionIcon
            size={40}
            radius="md"
            variant="subtle"
            color="gray"
            aria-label="Clipboard of the phone"
            onClick={toggle}
          >
            <IconClipboard size={19} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Textarea
            data-autofocus
            label="The phone’s clipboard"
            placeholder="Empty"
            autosize
            minRows={2}
            maxRows={8}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group gap="xs" justify="flex-end">
            <Button size="xs" variant="default" onClick={copyHere} disabled={!text}>
              Copy here
            </Button>
            <Button size="xs" variant="default" onClick={() => put(false)}>
              Set
            </Button>
            <Button size="xs" onClick={() => put(true)} disabled={!text}>
              Paste
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
