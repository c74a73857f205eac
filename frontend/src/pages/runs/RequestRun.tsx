import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, ok } from "../../api/client";
import { useTasks } from "../../api/queries";
import type { RunDetail } from "../../api/types";
import { useAgents } from "../../runs/queries";
import { useInvalidate } from "../../shared/invalidate";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";

/** Let an agent try a task once. */
export function RequestRun() {
  const [open, { open: show, close }] = useDisclosure();
  return (
    <>
      <Button leftSection={<IconPlayerPlay size={16} />} onClick={show}>
        Run an agent…
      </Button>
      <Modal opened={open} onClose={close} title="Run an agent">
        {open && <RequestForm />}
      </Modal>
    </>
  );
}

function RequestForm() {
  const [agent, setAgent] = useState<string | null>(null);
  const [task, setTask] = useState<string | null>(null);
  const [words, setWords] = useState("");
  const [search] = useDebouncedValue(words, 250);
  const agents = useAgents(false);
  const tasks = useTasks({ search: task ? "" : search, page_size: 50 });
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const start = useAction({
    mutationFn: () =>
      ok<RunDetail>(
        api.POST("/api/runs", { body: { agent: Number(agent), task: task ?? "", seed: null } }),
      ),
    onSuccess: (run) => {
      void invalidate("runs");
      navigate(`/runs/${run.id}`);
    },
    onError: toast.error,
  });
  return (
    <Stack>
      <Select
        label="Agent"
        placeholder={agents.data?.length === 0 ? "Make an agent first" : "Choose one"}
        searchable
        value={agent}
        onChange={setAgent}
        data={(agents.data ?? [])
          .filter(({ policy }) => policy !== "human")
          .map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Select
        label="Task"
        placeholder="Search goals"
        searchable
        value={task}
        onChange={setTask}
        searchValue={words}
        onSearchChange={setWords}
        filter={({ options }) => options}
        nothingFoundMessage="No task has these words"
        maxDropdownHeight={260}
        data={(tasks.data?.results ?? []).map(({ key, goal }) => ({ value: key, label: goal }))}
      />
      <Text size="sm" c="dimmed">
        It begins as soon as a fitting phone is free; you can watch and take over at any time.
      </Text>
      <Group justify="flex-end">
        <Button disabled={!agent || !task} loading={start.isPending} onClick={() => start.mutate()}>
          Start
        </Button>
      </Group>
    </Stack>
  );
}
