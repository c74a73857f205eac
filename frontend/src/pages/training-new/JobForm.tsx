import {
  Accordion,
  Alert,
  Button,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import { useInvalidate } from "../../shared/invalidate";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import { aside, changes, fault, type Typed, valuesOf } from "../../training/fields";
import type { JobKind, KindAbout, Preset } from "../../training/types";
import type { Begin } from "./begin";
import { EstimateCard } from "./EstimateCard";
import { Field } from "./Field";
import classes from "./new.module.css";
import { PickCheckpoint, PickDataset, PickJudge } from "./sources";

interface Props {
  kinds: KindAbout[];
  begin: Begin;
}

const NO_PRESET: Preset = { name: "", label: "", help: "", config: {} };

/** Kind, what it learns from, preset; all else is set sensibly and can be changed. */
export function JobForm({ kinds, begin }: Props) {
  const [kind, setKind] = useState<JobKind>(begin.kind);
  const about = kinds.find((each) => each.kind === kind) ?? (kinds[0] as KindAbout);
  const presetOf = (name: string, of = about) =>
    of.presets.find((each) => each.name === name) ?? of.presets[0] ?? NO_PRESET;
  const [presetName, setPresetName] = useState(begin.preset);
  const preset = presetOf(presetName);
  const [name, setName] = useState("");
  const [dataset, setDataset] = useState(begin.dataset);
  const [base, setBase] = useState(begin.base);
  const [judge, setJudge] = useState(begin.judge);
  const [judgeAnyway, setJudgeAnyway] = useState(begin.judgeAnyway);
  const [typed, setTyped] = useState<Typed>(() =>
    valuesOf(about.fields, { ...preset.config, ...begin.config }),
  );
  const navigate = useNavigate();
  const invalidate = useInvalidate();

  function choose(nextKind: JobKind, nextPreset: string) {
    const next = kinds.find((each) => each.kind === nextKind) as KindAbout;
    const chosen = presetOf(nextPreset, next);
    setKind(nextKind);
    setPresetName(chosen.name);
    setTyped(valuesOf(next.fields, chosen.config));
    start.reset();
  }

  const takes = (what: string) => about.takes.includes(what);
  const body = {
    kind,
    name: name.trim(),
    preset: preset.name,
    config: changes(about.fields, preset.config, typed),
    dataset: (takes("dataset") && dataset) || null,
    base: base || null,
    ...(takes("judge") && judge ? { judge, judge_anyway: judgeAnyway } : {}),
    ...(begin.parent ? { parent: begin.parent } : {}),
  };
  const [settled] = useDebouncedValue(JSON.stringify(body), 400);
  const start = useAction({
    mutationFn: () => ok(api.POST("/api/training/jobs", { body: body as never })),
    onSuccess: (job) => {
      void invalidate("jobs");
      navigate(`/training/${job.id}`);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0)
        toast.error(error);
    },
  });
  const wrong = start.error instanceof ApiError ? start.error.fields : {};
  const faults = Object.fromEntries(
    about.fields.map((field) => [
      field.name,
      fault(field, typed[field.name]) || (wrong[`config.${field.name}`]?.join(" ") ?? ""),
    ]),
  );
  const unshown = Object.entries(wrong).filter(
    ([key]) =>
      !["name", "dataset", "base", "judge"].includes(key) &&
      !(key.replace("config.", "") in faults),
  );
  const own = about.fields.some((field) => fault(field, typed[field.name]) !== "");
  const missing =
    (about.needs.includes("dataset") && !dataset) || (about.needs.includes("base") && !base);

  const field = (each: KindAbout["fields"][number]) => (
    <Field
      key={each.name}
      field={each}
      value={typed[each.name] ?? ""}
      error={faults[each.name] ?? ""}
      onChange={(value) => setTyped((old) => ({ ...old, [each.name]: value }))}
    />
  );
  const main = about.fields.filter(({ advanced }) => !advanced);
  const groups = aside(about.fields);

  return (
    <form
      className={classes.layout}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <Stack className={`pb-panel ${classes.form}`} gap="lg">
        <div>
          <Select
            label="What to do"
            allowDeselect={false}
            value={kind}
            onChange={(next) => next && choose(next as JobKind, presetName)}
            data={kinds.map((each) => ({ value: each.kind, label: each.label }))}
          />
          <Text size="sm" c="dimmed" mt={6}>
            {about.help}
          </Text>
        </div>
        {takes("dataset") && (
          <PickDataset
            value={dataset}
            onChange={setDataset}
            judge={kind === "judge_sft"}
            error={wrong.dataset?.join(" ") ?? ""}
          />
        )}
        <PickCheckpoint
          label={kind === "evaluate" ? "Checkpoint to measure" : "Begins from"}
          optional={!about.needs.includes("base")}
          value={base}
          onChange={setBase}
          judge={kind === "judge_sft"}
          error={wrong.base?.join(" ") ?? ""}
        />
        {takes("judge") && (
          <PickJudge
            value={judge}
            onChange={(id) => {
              setJudge(id);
              setJudgeAnyway(false);
              start.reset();
            }}
            anyway={judgeAnyway}
            onAnyway={setJudgeAnyway}
            error={wrong.judge?.join(" ") ?? ""}
          />
        )}
        <div>
          <Text size="sm" fw={500} mb={4} id="preset">
            Preset
          </Text>
          <SegmentedControl
            className={classes.presets}
            aria-labelledby="preset"
            value={preset.name}
            onChange={(next) => choose(kind, next)}
            data={about.presets.map((each) => ({ value: each.name, label: each.label }))}
          />
          {preset.help && (
            <Text size="sm" c="dimmed" mt={6}>
              {preset.help}
            </Text>
          )}
        </div>
        <TextInput
          label="Name"
          placeholder="One is found if you give none"
          maxLength={120}
          value={name}
          error={wrong.name?.join(" ")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {main.length > 0 && <div className={classes.fields}>{main.map(field)}</div>}
        {groups.length > 0 && (
          <Accordion multiple variant="separated" radius="md">
            {groups.map(([group, fields]) => (
              <Accordion.Item key={group} value={group}>
                <Accordion.Control>
                  {group}
                  {fields.some(({ name: each }) => each in body.config) && (
                    <Text span size="xs" c="dimmed" ml={8}>
                      changed
                    </Text>
                  )}
                  {fields.some(({ name: each }) => faults[each]) && (
                    <Text span size="xs" c="var(--mantine-color-error)" ml={8}>
                      look here
                    </Text>
                  )}
                </Accordion.Control>
                <Accordion.Panel>
                  <div className={classes.fields}>{fields.map(field)}</div>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        )}
      </Stack>
      <div className={classes.side}>
        <EstimateCard body={settled} ready={!missing && !own} fields={about.fields} />
        {unshown.length > 0 && (
          <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
            {unshown.map(([key, words]) => (
              <div key={key}>{words.join(" ")}</div>
            ))}
          </Alert>
        )}
        <Button
          type="submit"
          size="md"
          fullWidth
          leftSection={<IconPlayerPlay size={18} />}
          loading={start.isPending}
          disabled={missing || own}
        >
          Start
        </Button>
        {missing && (
          <Text size="xs" c="dimmed">
            {about.needs.includes("dataset") && !dataset
              ? "Choose the dataset it learns from."
              : "Choose a checkpoint."}
          </Text>
        )}
      </div>
    </form>
  );
}
