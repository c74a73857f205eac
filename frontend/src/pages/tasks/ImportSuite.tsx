import { Button, Code, FileButton, List, Modal, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, http } from "../../api/http";
import type { Suite } from "../../api/types";
import { useInvalidate } from "../../shared/invalidate";
import { toast } from "../../shared/toast";

/** Tasks with rubrics from a spreadsheet; with faults, nothing is imported and every one is shown. */
export function ImportSuite() {
  const [faults, setFaults] = useState<string[]>([]);
  const invalidate = useInvalidate();
  const upload = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append("file", file);
      return http.post<Suite>("/api/suites/import", form);
    },
    onSuccess: (suite) => {
      toast.done(`Imported ${suite.n_tasks} tasks as “${suite.title || suite.name}”.`);
      void invalidate("tasks");
    },
    onError: (problem) => {
      if (problem instanceof ApiError && problem.code === "bad_suite") {
        setFaults(problem.fields.file ?? [problem.message]);
      } else {
        toast.error(problem);
      }
    },
  });
  return (
    <>
      <FileButton
        accept=".csv,.yaml,.yml,text/csv"
        onChange={(file) => file && upload.mutate(file)}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconUpload size={16} />}
            loading={upload.isPending}
          >
            Import a suite
          </Button>
        )}
      </FileButton>
      <Modal
        opened={faults.length > 0}
        onClose={() => setFaults([])}
        title="Nothing was imported"
        size="lg"
      >
        <Stack gap="sm">
          <Text size="sm">
            Correct these in the file and choose it again. It is CSV or YAML with one task a row;
            the columns <Code>goal</Code>, <Code>apps</Code> and <Code>must</Code> are needed.
          </Text>
          <List size="sm" spacing={4}>
            {faults.map((fault) => (
              <List.Item key={fault}>{fault}</List.Item>
            ))}
          </List>
        </Stack>
      </Modal>
    </>
  );
}
