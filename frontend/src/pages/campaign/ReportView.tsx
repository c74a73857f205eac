import { Button, Table, Text } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Campaign } from "../../api/types";
import classes from "../../campaigns/campaigns.module.css";
import { type Confusion, type Figures, percent, pValue, sliceName } from "../../campaigns/figures";
import { useReport } from "../../campaigns/queries";
import { FAILURES, SIDE_EFFECTS } from "../../grading/labels";
import { ENDINGS } from "../../runs/labels";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { formatDuration } from "../../shared/time";

/** The figures of a campaign, from how often to how sure. */
export function ReportView({ campaign }: { campaign: Campaign }) {
  const report = useReport(campaign.id);
  if (report.error && !report.data)
    return <ErrorState error={report.error} retry={report.refetch} />;
  if (!report.data) return <LoadingRows rows={3} height={180} />;
  const { figures, plots } = report.data;
  if (figures.counts.decided === 0) {
    return (
      <div className="pb-panel">
        <EmptyState icon={IconChartBar} title="Nothing is decided yet">
          The report appears here with the first runs on which the grades agree.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <Section
        title="Success"
        note={`95 % intervals. Grey and slanted: fewer than ${figures.few} tasks.${onPhones(figures)}`}
      >
        <Plot svg={plots.intervals} name="Success with intervals" />
        <Plot svg={plots.slopes} name="Success by category" />
        <SuccessTable figures={figures} />
      </Section>
      {figures.comparisons.length > 0 && <Comparisons figures={figures} />}
      {figures.attempts.length > 0 && (
        <Section title="Several attempts">
          <Rows
            head={["Agent", "k", "pass@k %", "pass^k %"]}
            rows={figures.attempts.map((line) => [
              line.agent,
              line.k,
              percent(line.pass_at),
              percent(line.pass_all),
            ])}
          />
        </Section>
      )}
      <TaskTable figures={figures} plot={plots.tasks} />
      <Trouble figures={figures} />
      <Effort figures={figures} />
      <Agreement figures={figures} plot={plots.agreement} />
      <Machines figures={figures} />
    </>
  );
}

const PHONES: Record<string, string> = {
  mock: "on virtual phones",
  real: "on real phones",
  "stand-in": "on stand-ins for real phones, which say nothing of real ones",
};

function onPhones(figures: Figures): string {
  const parts = Object.entries(figures.counts.phones).map(([kind, n]) => `${n} ${PHONES[kind]}`);
  return parts.length ? ` Attempts: ${parts.join(", ")}.` : "";
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={`pb-panel ${classes.section}`}>
      <Text component="h2" fw={600} size="lg" mb="sm">
        {title}
      </Text>
      {children}
      {note && (
        <Text size="xs" c="dimmed" mt="sm">
          {note}
        </Text>
      )}
    </section>
  );
}

/** The server's own drawing: it takes this page's colours, being part of it. */
function Plot({ svg, name }: { svg: string | undefined; name: string }) {
  if (!svg) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it is scrolled by the keyboard
    <section className={classes.plot} tabIndex={0} aria-label={name}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own server, its words escaped */}
      <div dangerouslySetInnerHTML={{ __html: svg }} />
    </section>
  );
}

interface RowsProps {
  head: string[];
  rows: ReactNode[][];
  few?: boolean[];
}

function Rows({ head, rows, few }: RowsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it is scrolled by the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={head.join(", ")}>
      <Table verticalSpacing={6} className="pb-numbers">
        <Table.Thead>
          <Table.Tr>
            {head.map((label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report's lines have no identity but their place
            <Table.Tr key={i} className={few?.[i] ? classes.few : undefined}>
              {row.map((cell, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same
                <Table.Td key={n}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

const range = (low: number | null, high: number | null) => `${percent(low)} to ${percent(high)}`;

function SuccessTable({ figures }: { figures: Figures }) {
  return (
    <Rows
      head={["Tasks", "Agent", "n", "Success %", "95 % interval"]}
      few={figures.success.map((line) => line.few)}
      rows={figures.success.map((line) => [
        sliceName(line),
        line.agent,
        line.tasks,
        percent(line.rate, 2),
        range(line.low, line.high),
      ])}
    />
  );
}

function Comparisons({ figures }: { figures: Figures }) {
  const seen = figures.smallest_visible;
  const visible = seen
    ? seen.difference
      ? ` With ${seen.tasks} tasks, of which ${percent(seen.discordant, 0)} % come out differently, differences of ${percent(seen.difference)} points or more are seen (power 0.8).`
      : ` With ${seen.tasks} tasks no difference is seen with power 0.8.`
    : "";
  return (
    <Section
      title="Compared on the same tasks"
      note={`Exact McNemar, Holm over the pairs; intervals by bootstrap over tasks.${visible}`}
    >
      <Rows
        head={["Tasks", "A", "B", "only A", "only B", "B − A, points", "p", "p, Holm", "Better"]}
        few={figures.comparisons.map((line) => line.few)}
        rows={figures.comparisons.map((line) => [
          sliceName(line),
          line.a,
          line.b,
          line.only_a,
          line.only_b,
          `${percent(line.difference)} [${percent(line.low)}, ${percent(line.high)}]`,
          pValue(line.p),
          pValue(line.p_holm),
          line.winner ? <b key="w">{line.winner}</b> : "inside the noise",
        ])}
      />
    </Section>
  );
}

const SHOWN = 25;

function TaskTable({ figures, plot }: { figures: Figures; plot: string | undefined }) {
  const [all, setAll] = useState(false);
  const rows = all ? figures.table : figures.table.slice(0, SHOWN);
  return (
    <Section title="Task by task" note="A cell opens its run.">
      <Plot svg={plot} name="Tasks by agent" />
      <Rows
        head={["Task", ...figures.agents]}
        rows={rows.map((row) => [
          row.task,
          ...figures.agents.map((agent) =>
            (row.cells[agent] ?? []).map((cell) => (
              <Link
                key={cell.run}
                to={`/runs/${cell.run}`}
                className={classes.cell}
                data-success={cell.success ?? undefined}
                title={`${row.task}, ${agent}: ${words(cell)}`}
                aria-label={`${row.task}, ${agent}: ${words(cell)}`}
              >
                {cell.success === null ? "·" : cell.success ? "✓" : "✗"}
              </Link>
            )),
          ),
        ])}
      />
      {figures.table.length > SHOWN && (
        <Button size="compact-sm" variant="subtle" mt="xs" onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${figures.table.length} tasks`}
        </Button>
      )}
    </Section>
  );
}

function words(cell: { success: boolean | null; valid: boolean | null }): string {
  if (cell.success !== null) return cell.success ? "success" : "failure";
  return cell.valid === false ? "left out" : "not decided yet";
}

function tally(counts: Record<string, number>, labels: Record<string, string>): string {
  const parts = Object.entries(counts).map(([code, n]) => `${labels[code] ?? code} ${n}`);
  return parts.join(", ") || "–";
}

function Trouble({ figures }: { figures: Figures }) {
  const endings = Object.fromEntries(
    Object.entries(ENDINGS).map(([code, { label }]) => [code, label]),
  );
  return (
    <Section
      title="How it went wrong"
      note="Left out: attempts that the phone or its surroundings ended, every trial of them."
    >
      <Rows
        head={["Agent", "Failures", "Side effects", "Endings"]}
        rows={figures.agents.map((agent, i) => [
          agent,
          tally(figures.failures[i]?.counts ?? {}, FAILURES),
          tally(figures.side_effects[i]?.counts ?? {}, SIDE_EFFECTS),
          tally(figures.endings[i]?.counts ?? {}, endings),
        ])}
      />
      <Rows
        head={[
          "Agent",
          "False claims of success",
          "Left out",
          "Retries",
          "% if failures",
          "% if successes",
        ]}
        rows={figures.sensitivity.map((line, i) => [
          line.agent,
          `${figures.claims[i]?.false} of ${figures.claims[i]?.claimed}`,
          line.excluded,
          line.retries,
          percent(line.as_failures, 2),
          percent(line.as_successes, 2),
        ])}
      />
    </Section>
  );
}

function Effort({ figures }: { figures: Figures }) {
  return (
    <Section title="Effort" note="Medians over valid attempts.">
      <Rows
        head={["Agent", "Steps", "Time", "Tokens"]}
        rows={figures.effort.map((line) => [
          line.agent,
          line.steps ?? "–",
          formatDuration(line.seconds),
          line.tokens?.toLocaleString("en") ?? "–",
        ])}
      />
    </Section>
  );
}

const ABOUT: Record<string, string> = {
  success: "Success",
  must: "Must criteria",
  harm: "Harms",
  other: "Other criteria",
};

function Agreement({ figures, plot }: { figures: Figures; plot: string | undefined }) {
  if (figures.counts.overlap < 2) return null;
  const number = (c: { value: number | null; low: number | null; high: number | null }) =>
    c.value === null ? "–" : `${c.value.toFixed(2)} [${c.low?.toFixed(2)}, ${c.high?.toFixed(2)}]`;
  return (
    <Section title="Agreement of evaluators" note="Before any third person decided.">
      <Rows
        head={["On", "Units", "Raw", "Krippendorff’s α", "Cohen’s κ", "Gwet’s AC1"]}
        rows={figures.agreement.map((line) => [
          ABOUT[line.what] ?? line.what,
          line.units,
          number(line.raw),
          number(line.alpha),
          number(line.kappa),
          number(line.ac1),
        ])}
      />
      <Plot svg={plot} name="Agreement of evaluators" />
      {figures.evaluators.length > 0 && (
        <Rows
          head={["Evaluator", "Grades", "Gold items", "Wrong", "Error rate %"]}
          rows={figures.evaluators.map((line) => [
            line.evaluator,
            line.grades,
            line.gold,
            line.gold_wrong,
            line.gold ? `${percent(line.error_rate)} [${range(line.low, line.high)}]` : "–",
          ])}
        />
      )}
    </Section>
  );
}

function Machines({ figures }: { figures: Figures }) {
  const lines: [string, string, Confusion | null][] = [
    ["People", "the verifier", figures.verifier],
    ...figures.judges.flatMap((judge): [string, string, Confusion | null][] => [
      [judge.judge, "people", judge.people],
      [judge.judge, "the verifier", judge.verifier],
    ]),
  ];
  const there = lines.filter(([, , found]) => found !== null) as [string, string, Confusion][];
  if (there.length === 0) return null;
  const two = (value: number | null) => value?.toFixed(2) ?? "–";
  return (
    <Section
      title="Machines and people"
      note="A judge’s own rate is shown corrected by people’s grades (PPI++), which holds where the graded runs were chosen at random."
    >
      <Rows
        head={["Who", "Against", "n", "Precision", "Recall", "Accuracy", "AC1"]}
        rows={there.map(([who, against, found]) => [
          who,
          against,
          found.n,
          two(found.precision),
          two(found.recall),
          two(found.accuracy),
          two(found.ac1),
        ])}
      />
      {figures.judges.map((judge) => (
        <Rows
          key={judge.judge}
          head={[judge.judge, "Success %, corrected", "Graded", "Judged alone"]}
          rows={judge.by_agent.map((line) => [
            line.agent,
            line.rate === undefined
              ? "too few grades"
              : `${percent(line.rate)} [${percent(line.low)}, ${percent(line.high)}]`,
            line.graded,
            line.judged_only,
          ])}
        />
      ))}
    </Section>
  );
}
