import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, ok } from "../../api/client";
import type { Campaign, GradeSheet } from "../../api/types";
import { useSession } from "../../app/session";
import { useDisputes } from "../../campaigns/queries";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";

const SHOWN = 5;

/** Runs whose grades differ: evaluators get them in their queue, and a lead may decide here. */
export function Disputes({ campaign }: { campaign: Campaign }) {
  const disputes = useDisputes(campaign.id, campaign.progress.disputed);
  const { can } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const decide = useAction({
    mutationFn: (run: string) =>
      ok(
        api.POST("/api/campaigns/{id}/adjudicate", {
          params: { path: { id: campaign.id } },
          body: { run },
        }),
      ) as unknown as Promise<GradeSheet>,
    onSuccess: (sheet) => {
      client.setQueryData(["grade", sheet.id], sheet);
      navigate(`/grading/${sheet.id}`);
    },
    onError: toast.error,
  });
  const waiting = disputes.data ?? [];
  return (
    <Alert
      color="orange"
      mb="md"
      title={`${campaign.progress.disputed} ${campaign.progress.disputed === 1 ? "run waits" : "runs wait"} for a third person`}
    >
      <Stack gap={6}>
        <Text size="sm">
          Their grades differ on what decides. They come to evaluators who have not graded them
          {can("take_over") ? ", or you decide." : "."}
        </Text>
        {can("take_over") &&
          waiting.slice(0, SHOWN).map((dispute) => (
            <Group key={dispute.run} justify="space-between" wrap="nowrap">
              <Text size="sm" truncate>
                {dispute.goal}
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => decide.mutate(dispute.run)}
              >
                Decide
              </Button>
            </Group>
          ))}
        {can("take_over") && waiting.length > SHOWN && (
          <Text size="xs">and {waiting.length - SHOWN} more</Text>
        )}
      </Stack>
    </Alert>
  );
}
