import { Button, Group, Modal, Radio, Stack, Text, Textarea } from "@mantine/core";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

interface ConfirmOptions {
  title: string;
  message?: ReactNode;
  confirm: string;
  danger?: boolean;
}

interface ReasonOptions extends ConfirmOptions {
  label?: string;
  placeholder?: string;
  /** Common reasons to pick with one click; the text stays editable. */
  suggestions?: string[];
  required?: boolean;
}

interface Dialogs {
  /** Resolves to true only if the person confirmed. */
  confirm: (options: ConfirmOptions) => Promise<boolean>;
  /** Resolves to the reason in plain words, or to null if the person changed their mind. */
  askReason: (options: ReasonOptions) => Promise<string | null>;
}

const DialogsContext = createContext<Dialogs | null>(null);

type Open =
  | { kind: "confirm"; options: ConfirmOptions; resolve: (ok: boolean) => void }
  | { kind: "reason"; options: ReasonOptions; resolve: (reason: string | null) => void };

export function DialogsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null);
  const confirm = useCallback<Dialogs["confirm"]>(
    (options) => new Promise((resolve) => setOpen({ kind: "confirm", options, resolve })),
    [],
  );
  const askReason = useCallback<Dialogs["askReason"]>(
    (options) => new Promise((resolve) => setOpen({ kind: "reason", options, resolve })),
    [],
  );
  const [dialogs] = useState({ confirm, askReason });

  function close() {
    if (open?.kind === "confirm") open.resolve(false);
    if (open?.kind === "reason") open.resolve(null);
    setOpen(null);
  }

  return (
    <DialogsContext.Provider value={dialogs}>
      {children}
      <Modal opened={open !== null} onClose={close} title={open?.options.title}>
        {open?.kind === "confirm" && (
          <Stack>
            {open.options.message && <Text size="sm">{open.options.message}</Text>}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button
                data-autofocus
                color={open.options.danger ? "red.8" : undefined}
                onClick={() => {
                  open.resolve(true);
                  setOpen(null);
                }}
              >
                {open.options.confirm}
              </Button>
            </Group>
          </Stack>
        )}
        {open?.kind === "reason" && (
          <ReasonForm
            options={open.options}
            onCancel={close}
            onDone={(reason) => {
              open.resolve(reason);
              setOpen(null);
            }}
          />
        )}
      </Modal>
    </DialogsContext.Provider>
  );
}

function ReasonForm({
  options,
  onCancel,
  onDone,
}: {
  options: ReasonOptions;
  onCancel: () => void;
  onDone: (reason: string) => void;
}) {
  const [reason, setReason] = useState("");
  const required = options.required ?? true;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onDone(reason.trim());
      }}
    >
      <Stack>
        {options.message && <Text size="sm">{options.message}</Text>}
        {options.suggestions && (
          <Radio.Group
            label="Common reasons"
            value={options.suggestions.includes(reason) ? reason : ""}
            onChange={setReason}
          >
            <Stack gap={8} mt={6}>
              {options.suggestions.map((text) => (
                <Radio key={text} value={text} label={text} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Textarea
          data-autofocus
          label={options.label ?? "Reason"}
          placeholder={options.placeholder}
          required={required}
          autosize
          minRows={2}
          maxRows={8}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={options.danger ? "red.8" : undefined}
            disabled={required && !reason.trim()}
          >
            {options.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error("useDialogs needs a DialogsProvider above it.");
  return dialogs;
}
