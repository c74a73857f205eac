import { Button, Group, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconDeviceMobile, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Claim } from "../api/types";
import { useDialogs } from "../shared/dialogs";
import { Time } from "../shared/time";
import { ChoosePhone } from "./ChoosePhone";
import { useClaimHeartbeat, useEndClaim } from "./claims";
import classes from "./demonstrate.module.css";
import { TaskFacts } from "./TaskFacts";

/** The task that is mine right now: go on with it, or give it up in one of the honest ways. */
export function ClaimCard({ claim }: { claim: Claim }) {
  const [choosing, setChoosing] = useState(false);
  const { askReason, confirm } = useDialogs();
  const end = useEndClaim();
  useClaimHeartbeat(claim);

  async function giveUp(how: "skip" | "infeasible") {
    const reason = await askReason(
      how === "skip"
        ? {
            title: "Skip this task",
            message: "It goes back into the queue for somebody else.",
            confirm: "Skip",
            suggestions: [
              "I do not understand the goal",
              "I do not know this app",
              "It takes too long for now",
            ],
          }
        : {
            title: "Report as infeasible",
            message:
              "Use this when nobody could do it: the goal contradicts what the phone offers.",
            confirm: "Report",
            danger: true,
            suggestions: [
              "The app cannot do this",
              "What the goal names does not exist",
              "It needs an account or a network",
            ],
          },
    );
    if (reason) end.mutate({ claim: claim.id, how, reason });
  }

  async function release() {
    const sure = await confirm({
      title: "Give the task back?",
      message: claim.episode
        ? "The recording you have begun is discarded, and the task is free for others."
        : "The task is free for others again.",
      confirm: "Give back",
      danger: claim.episode !== null,
    });
    if (sure) end.mutate({ claim: claim.id, how: "release" });
  }

  return (
    <section className={`pb-panel ${classes.claim}`} aria-label="Your task">
      <Text size="xs" c="dimmed" fw={600} mb={6}>
        Your task. The hold on it ends <Time at={claim.expires_at} />, unless this page stays open
      </Text>
      <Text className={classes.goal}>{claim.task.goal}</Text>
      {claim.task.goal_zh && (
        <Text c="dimmed" size="sm" mt={4} lang="zh">
          {claim.task.goal_zh}
        </Text>
      )}
      <TaskFacts task={claim.task} mt="sm" />
      <Group mt="lg" gap="sm">
        {claim.episode ? (
          <Button
            size="md"
            component={Link}
            to={`/demonstrations/${claim.episode}`}
            leftSection={<IconPlayerPlay size={18} />}
          >
            Continue
          </Button>
        ) : (
          <Button
            size="md"
            leftSection={<IconDeviceMobile size={18} />}
            onClick={() => setChoosing(true)}
          >
            Choose a phone and start
          </Button>
        )}
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <Button
              variant="default"
              size="md"
              rightSection={<IconChevronDown size={16} />}
              loading={end.isPending}
            >
              Give up
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={release}>Give back, somebody else may do it</Menu.Item>
            <Menu.Item onClick={() => giveUp("skip")}>Skip, not for me…</Menu.Item>
            <Menu.Item onClick={() => giveUp("infeasible")}>Infeasible, nobody could…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {choosing && (
        <ChoosePhone
          start={{ claim: claim.id }}
          kind={claim.task.device_kind}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  );
}
