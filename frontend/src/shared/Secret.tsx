import { Button, Code, Group, Text } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { copyText } from "./copy";

/** A text that is shown this once, with a button that copies it. */
export function Secret({ text, children }: { text: string; children: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div>
      <Text size="sm" mb="xs">
        {children}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code
          style={{ flex: 1, padding: "8px 10px", overflowWrap: "anywhere", fontSize: "0.8125rem" }}
        >
          {text}
        </Code>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={async () => setCopied(await copyText(text))}
        >
          {copied ? "Copied" : "Copy"}
        </Button>
      </Group>
    </div>
  );
}
