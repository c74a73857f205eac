import { useSearchParams } from "react-router";
import { Page } from "../../shared/Page";
import { ErrorState, LoadingRows } from "../../shared/states";
import { useJob, useJobOptions } from "../../training/queries";
import type { KindAbout } from "../../training/types";
import { type Begin, beginOf } from "./begin";
import { JobForm } from "./JobForm";

export default function NewJob() {
  const [params] = useSearchParams();
  const options = useJobOptions();
  const like = params.get("like") ?? "";
  return (
    <Page
      title="Start a job"
      description="Sensible values stand in every field; what it will take is said before it starts."
    >
      {options.error && !options.data ? (
        <ErrorState error={options.error} retry={() => options.refetch()} />
      ) : !options.data ? (
        <LoadingRows rows={5} height={64} />
      ) : like ? (
        <Like id={like} kinds={options.data} />
      ) : (
        <JobForm kinds={options.data} begin={beginOf(params, options.data)} />
      )}
    </Page>
  );
}

/** Another job's values to begin with. */
function Like({ id, kinds }: { id: string; kinds: KindAbout[] }) {
  const job = useJob(id);
  if (job.error) return <ErrorState error={job.error} retry={() => job.refetch()} />;
  if (!job.data) return <LoadingRows rows={5} height={64} />;
  const { kind, preset, dataset, base, judge, judge_anyway, config } = job.data;
  const begin: Begin = {
    kind,
    preset,
    dataset: dataset?.id ?? "",
    base: base?.id ?? "",
    judge: judge?.id ?? "",
    judgeAnyway: judge_anyway,
    config: config as Begin["config"],
    parent: id,
  };
  return <JobForm kinds={kinds} begin={begin} />;
}
