import { Alert, Button, Group, Menu, Tabs, Text } from "@mantine/core";
import {
  IconDownload,
  IconGavel,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRocket,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import type { Campaign } from "../../api/types";
import classes from "../../campaigns/campaigns.module.css";
import { ProgressBars } from "../../campaigns/ProgressBars";
import { useCampaign } from "../../campaigns/queries";
import { StateBadge } from "../../campaigns/StateBadge";
import { useDialogs } from "../../shared/dialogs";
import { useInvalidate } from "../../shared/invalidate";
import { Page } from "../../shared/Page";
import { ErrorState, LoadingRows } from "../../shared/states";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import { PlanDialog } from "../campaigns/PlanDialog";
import { Disputes } from "./Disputes";
import { Plan } from "./Plan";
import { ReportView } from "./ReportView";

export default function CampaignPage() {
  const { id = "" } = useParams();
  const query = useCampaign(id);
  if (query.error && !query.data) {
    return (
      <Page title="Campaign">
        <ErrorState error={query.error} retry={query.refetch} />
      </Page>
    );
  }
  if (!query.data) {
    return (
      <Page title="Campaign">
        <LoadingRows rows={4} height={110} />
      </Page>
    );
  }
  return <View campaign={query.data} />;
}

type Verb = "launch" | "pause" | "resume" | "close";

function View({ campaign }: { campaign: Campaign }) {
  const [changing, setChanging] = useState(false);
  const draft = campaign.state === "draft";
  const { act, missing, busy } = useVerbs(campaign);
  return (
    <Page
      title={campaign.name}
      description={
        <Group gap={8}>
          <StateBadge state={campaign.state} />
          <span>{campaign.description}</span>
        </Group>
      }
      actions={
        <>
          {draft && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} />}
              onClick={() => setChanging(true)}
            >
              Change
            </Button>
          )}
          {draft && (
            <Button
              leftSection={<IconRocket size={16} />}
              loading={busy}
              onClick={() => act("launch")}
            >
              Launch
            </Button>
          )}
          {campaign.state === "running" && (
            <Button
              variant="default"
              leftSection={<IconPlayerPause size={16} />}
              onClick={() => act("pause")}
            >
              Pause
            </Button>
          )}
          {campaign.state === "paused" && (
            <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => act("resume")}>
              Resume
            </Button>
          )}
          {(campaign.state === "running" || campaign.state === "paused") && (
            <Button variant="default" onClick={() => act("close")}>
              Close
            </Button>
          )}
          {!draft && <AskJudge campaign={campaign} />}
          {!draft && <Downloads campaign={campaign} />}
        </>
      }
    >
      <PlanDialog opened={changing} onClose={() => setChanging(false)} campaign={campaign} />
      {Object.keys(missing).length > 0 && (
        <Alert color="orange" mb="md" title="Before it can be launched">
          {Object.values(missing)
            .flat()
            .map((words) => (
              <div key={words}>{words}</div>
            ))}
        </Alert>
      )}
      {!draft && (
        <div className={`pb-panel ${classes.section}`}>
          <ProgressBars campaign={campaign} />
        </div>
      )}
      {campaign.progress.disputed > 0 && <Disputes campaign={campaign} />}
      {draft ? (
        <Plan campaign={campaign} />
      ) : (
        <Tabs defaultValue="report" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="report">Report</Tabs.Tab>
            <Tabs.Tab value="plan">Plan</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="report">
            <ReportView campaign={campaign} />
          </Tabs.Panel>
          <Tabs.Panel value="plan">
            <Plan campaign={campaign} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}

function useVerbs(campaign: Campaign) {
  const { confirm } = useDialogs();
  const invalidate = useInvalidate();
  const verb = useAction({
    mutationFn: (what: Verb) =>
      ok(api.POST(`/api/campaigns/{id}/${what}`, { params: { path: { id: campaign.id } } })),
    onSuccess: () => void invalidate("campaign", "campaigns"),
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === "incomplete")) toast.error(error);
    },
  });
  const tasks = campaign.suite.n_tasks;
  const runs = tasks * campaign.agents.length * campaign.attempts;
  const questions = {
    launch: {
      title: "Launch this campaign?",
      message: `${runs} runs and ${runs * campaign.overlap} grades. From here on suite, rubrics and plan stay as they are.`,
      confirm: "Launch",
    },
    close: {
      title: "Close this campaign?",
      message: "Its figures are final: queued runs are not made, and no further grades are taken.",
      confirm: "Close it",
      danger: true,
    },
  };
  async function act(what: Verb) {
    if ((what === "launch" || what === "close") && !(await confirm(questions[what]))) return;
    verb.mutate(what);
  }
  const missing = verb.error instanceof ApiError ? verb.error.fields : {};
  return { act, missing, busy: verb.isPending };
}

const JUDGES: Record<string, string> = {
  text: "The one that reads UI trees",
  vision: "The vision model",
};

/** Lets a judge look at every run that has ended; what it says comes into the report. */
function AskJudge({ campaign }: { campaign: Campaign }) {
  const judges = useQuery({
    queryKey: ["judges"],
    queryFn: async () => (await ok(api.GET("/api/campaigns/judges"))).judges,
  });
  const invalidate = useInvalidate();
  const ask = useAction({
    mutationFn: (judge: string) =>
      ok(
        api.POST("/api/campaigns/{id}/judge", {
          params: { path: { id: campaign.id } },
          body: { judge },
        }),
      ),
    onSuccess: ({ queued }) => {
      toast.done(
        queued === 0
          ? "It has judged every run that has ended."
          : `${queued} ${queued === 1 ? "run is" : "runs are"} being judged; the report shows it.`,
      );
      void invalidate("campaign");
    },
    onError: toast.error,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconGavel size={16} />} loading={ask.isPending}>
          Ask a judge
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(judges.data ?? []).map((judge) => (
          <Menu.Item key={judge} onClick={() => ask.mutate(judge)}>
            <Text size="sm">{JUDGES[judge] ?? judge}</Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const DOCUMENTS = [
  { kind: "html", label: "One page with everything (HTML)" },
  { kind: "csv", label: "A line an attempt (CSV)" },
  { kind: "json", label: "All figures (JSON)" },
  { kind: "tex", label: "Table for a paper (LaTeX)" },
];

function Downloads({ campaign }: { campaign: Campaign }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {DOCUMENTS.map(({ kind, label }) => (
          <Menu.Item
            key={kind}
            component="a"
            href={`/api/campaigns/${campaign.id}/report/${kind}`}
            download
          >
            <Text size="sm">{label}</Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
