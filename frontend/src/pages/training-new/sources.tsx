import { Alert, Select, Switch, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useCheckpoints, useDatasets } from "../../training/queries";

/** A frozen dataset of the kind that this job learns from. */
export function PickDataset({
  value,
  onChange,
  judge,
  error,
}: {
  value: string;
  onChange: (id: string) => void;
  judge: boolean;
  error: string;
}) {
  const datasets = useDatasets({}, 200);
  const fitting = (datasets.data?.results ?? []).filter(
    ({ id, state, purpose }) =>
      id === value || (state === "frozen" && (purpose === "judge") === judge),
  );
  return (
    <Select
      label="Dataset"
      placeholder={datasets.data && fitting.length === 0 ? "Build a dataset first" : "Choose one"}
      searchable
      required
      value={value || null}
      error={error}
      onChange={(id) => onChange(id ?? "")}
      data={fitting.map((each) => ({
        value: each.id,
        label: `${each.name}, ${each.n_episodes.toLocaleString("en")} episodes`,
      }))}
    />
  );
}

/** What it begins from, or what is measured. A judge operates no phone, so only judges go on from one. */
export function PickCheckpoint({
  label,
  optional,
  value,
  onChange,
  judge,
  error,
}: {
  label: string;
  optional: boolean;
  value: string;
  onChange: (id: string) => void;
  judge: boolean;
  error: string;
}) {
  const checkpoints = useCheckpoints({}, 200);
  return (
    <Select
      label={label}
      description={optional ? "Without one, a new model is made as the settings say." : undefined}
      placeholder={optional ? "A new model" : "Choose one"}
      searchable
      clearable={optional}
      clearButtonProps={{ "aria-label": "A new model" }}
      required={!optional}
      value={value || null}
      error={error}
      onChange={(id) => onChange(id ?? "")}
      data={(checkpoints.data?.results ?? [])
        .filter(
          ({ id, kind, deleted_at }) =>
            id === value || (!deleted_at && (judge || kind !== "judge_sft")),
        )
        .map((each) => ({ value: each.id, label: each.name }))}
    />
  );
}

/** Who gives the reward on real apps: the platform's judge, or one that was taught here on people's grades. */
export function PickJudge({
  value,
  onChange,
  anyway,
  onAnyway,
  error,
}: {
  value: string;
  onChange: (id: string) => void;
  anyway: boolean;
  onAnyway: (anyway: boolean) => void;
  error: string;
}) {
  const judges = useCheckpoints({ kind: "judge_sft" }, 200);
  const known = (judges.data?.results ?? []).filter(
    ({ id, deleted_at }) => id === value || !deleted_at,
  );
  const doubt = known.find(({ id }) => id === value)?.distrust ?? "";
  return (
    <div>
      <Select
        label="Who gives the reward on real apps"
        description={
          judges.data && known.length === 0
            ? "No judge was taught here yet; a job of the kind “Judge SFT” makes one."
            : "The platform's judge, or one that was taught here on people's grades."
        }
        placeholder="The platform's judge"
        searchable
        clearable
        clearButtonProps={{ "aria-label": "The platform's judge" }}
        disabled={known.length === 0}
        value={value || null}
        error={doubt ? "" : error}
        onChange={(id) => onChange(id ?? "")}
        data={known.map((each) => ({
          value: each.id,
          label: each.distrust ? `${each.name}, below its threshold` : each.name,
        }))}
      />
      {doubt && (
        <Alert
          mt="xs"
          color="yellow"
          icon={<IconAlertTriangle size={18} />}
          title="This judge is often wrong"
        >
          <Text size="sm">{doubt} What it rewards wrongly is learnt all the same.</Text>
          <Switch
            mt="sm"
            label="Let it give the reward anyway"
            checked={anyway}
            error={anyway ? "" : error}
            onChange={(event) => onAnyway(event.currentTarget.checked)}
          />
        </Alert>
      )}
    </div>
  );
}
