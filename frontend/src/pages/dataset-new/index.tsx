import {
  Button,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconDatabasePlus } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import { useInvalidate } from "../../shared/invalidate";
import { Page } from "../../shared/Page";
import { ErrorState, LoadingRows } from "../../shared/states";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import { PURPOSES } from "../../training/labels";
import { useDatasetFilters } from "../../training/queries";
import type { DatasetFilterField } from "../../training/types";
import classes from "./new.module.css";
import { Preview } from "./Preview";
import { type Query, type QueryValue, queryOf } from "./query";

export default function NewDataset() {
  const filters = useDatasetFilters();
  return (
    <Page
      title="New dataset"
      description="What is chosen now is frozen: later episodes make a new version, this one stays."
    >
      {filters.error && !filters.data ? (
        <ErrorState error={filters.error} retry={() => filters.refetch()} />
      ) : !filters.data ? (
        <LoadingRows rows={5} height={64} />
      ) : (
        <Form filters={filters.data} />
      )}
    </Page>
  );
}

const VARIATIONS = [
  { value: "none", label: "None: the shortest way, always" },
  { value: "natural", label: "Natural: other ways, mistakes and how they are mended, pop-ups" },
];

function Form({ filters }: { filters: DatasetFilterField[] }) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [purpose, setPurpose] = useState("sft");
  const [from, setFrom] = useState<"episodes" | "oracle">("episodes");
  const [query, setQuery] = useState<Query>({});
  const [oracle, setOracle] = useState({ n: 500, seed: 1, variation: "natural", pictures: true });
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const body = {
    name: name.trim(),
    description,
    purpose,
    query: queryOf(query),
    ...(from === "oracle" ? { demonstrations: oracle } : {}),
  };
  const { name: _n, description: _d, ...asked } = body;
  const [settled] = useDebouncedValue(JSON.stringify(asked), 400);
  const build = useAction({
    mutationFn: () => ok(api.POST("/api/training/datasets", { body: body as never })),
    onSuccess: (made) => {
      void invalidate("datasets");
      navigate(`/training/datasets/${made.id}`);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0)
        toast.error(error);
    },
  });
  const wrong = build.error instanceof ApiError ? build.error.fields : {};
  return (
    <form
      className={classes.layout}
      onSubmit={(event) => {
        event.preventDefault();
        build.mutate();
      }}
    >
      <Stack className={`pb-panel ${classes.form}`} gap="lg">
        <TextInput
          label="Name"
          required
          maxLength={80}
          value={name}
          error={wrong.name?.join(" ")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="What it is for"
          autosize
          minRows={1}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Select
          label="Purpose"
          allowDeselect={false}
          value={purpose}
          onChange={(value) => setPurpose(value ?? "sft")}
          data={Object.entries(PURPOSES).map(([value, label]) => ({ value, label }))}
        />
        <div>
          <Text size="sm" fw={500} mb={4} id="from">
            Where the episodes come from
          </Text>
          <SegmentedControl
            aria-labelledby="from"
            className={classes.from}
            value={from}
            onChange={(value) => setFrom(value as typeof from)}
            data={[
              { value: "episodes", label: "Recorded here" },
              { value: "oracle", label: "Shown by the oracle" },
            ]}
          />
          <Text size="sm" c="dimmed" mt={6}>
            {from === "episodes"
              ? "Accepted demonstrations of people and runs of agents that the filters let through."
              : "The mock phone's own tasks, done by a script that knows the way; marked as such."}
          </Text>
        </div>
        {from === "episodes" ? (
          <div className={classes.fields}>
            {filters.map((field) => (
              <Filter
                key={field.name}
                field={field}
                value={query[field.name]}
                error={wrong[`query.${field.name}`]?.join(" ") ?? ""}
                onChange={(value) => setQuery((old) => ({ ...old, [field.name]: value }))}
              />
            ))}
          </div>
        ) : (
          <div className={classes.fields}>
            <NumberInput
              label="Demonstrations"
              min={1}
              max={200_000}
              thousandSeparator=","
              value={oracle.n}
              onChange={(n) => setOracle((old) => ({ ...old, n: Number(n) }))}
            />
            <NumberInput
              label="Seed"
              min={0}
              value={oracle.seed}
              onChange={(seed) => setOracle((old) => ({ ...old, seed: Number(seed) }))}
            />
            <Select
              label="Variation"
              allowDeselect={false}
              value={oracle.variation}
              onChange={(value) => setOracle((old) => ({ ...old, variation: value ?? "natural" }))}
              data={VARIATIONS}
            />
            <Switch
              label="With pictures"
              description="What a model that sees learns from. Without them only UI trees are kept: about a hundredth of the size, made faster; enough for the starter model."
              checked={oracle.pictures}
              onChange={(event) => {
                const pictures = event.currentTarget.checked;
                setOracle((old) => ({ ...old, pictures }));
              }}
            />
          </div>
        )}
        {wrong.query && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {wrong.query.join(" ")}
          </Text>
        )}
      </Stack>
      <div className={classes.side}>
        <Preview body={settled} />
        <Button
          type="submit"
          size="md"
          fullWidth
          leftSection={<IconDatabasePlus size={18} />}
          loading={build.isPending}
          disabled={!name.trim()}
        >
          Build and freeze
        </Button>
        {!name.trim() && (
          <Text size="xs" c="dimmed">
            Give it a name.
          </Text>
        )}
      </div>
    </form>
  );
}

interface FilterProps {
  field: DatasetFilterField;
  value: QueryValue | undefined;
  error: string;
  onChange: (value: QueryValue) => void;
}

function Filter({ field, value, error, onChange }: FilterProps) {
  const common = { label: field.label, description: field.help || undefined, error };
  if (field.type === "date") {
    return (
      <TextInput
        {...common}
        type="date"
        value={(value as string | undefined) ?? ""}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const chosen = (value as string[] | undefined) ?? [];
  return (
    <MultiSelect
      {...common}
      placeholder={chosen.length > 0 ? undefined : "Any"}
      searchable
      clearable
      clearButtonProps={{ "aria-label": `${field.label}: any` }}
      value={chosen}
      onChange={onChange}
      data={field.choices}
    />
  );
}
