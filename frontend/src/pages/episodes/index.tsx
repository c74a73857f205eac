import { Button, FileButton, Group } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconStack2, IconUpload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { http } from "../../api/http";
import { useEpisodes } from "../../api/queries";
import type { Episode } from "../../api/types";
import { useSession } from "../../app/session";
import { EpisodeRow } from "../../episode/EpisodeRow";
import { STATES } from "../../episode/labels";
import { FilterSelect } from "../../shared/FilterSelect";
import { useInvalidate } from "../../shared/invalidate";
import { Page } from "../../shared/Page";
import { Pager } from "../../shared/Pager";
import { SearchInput } from "../../shared/SearchInput";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { toast } from "../../shared/toast";
import { useUrlState } from "../../shared/useUrlState";
import { EpisodeTable } from "./EpisodeTable";

const SIZE = 50;

export default function Episodes() {
  const { can } = useSession();
  const narrow = useMediaQuery("(max-width: 61.99em)", false, { getInitialValueInEffect: false });
  const [filter, setFilter] = useUrlState({
    search: "",
    state: "",
    kind: "",
    ordering: "-started_at",
    page: "1",
  });
  const episodes = useEpisodes({ ...filter, page: Number(filter.page), page_size: SIZE });
  const filtered = Boolean(filter.search || filter.state || filter.kind);

  return (
    <Page
      title="Episodes"
      description="Everything that was done on a phone, step by step."
      actions={can("manage_tasks") && <Import />}
    >
      <Group mb="md" gap="sm">
        <SearchInput
          label="Search goals and people"
          value={filter.search}
          onChange={(search) => setFilter({ search })}
        />
        <FilterSelect
          label="State"
          all="Every state"
          w={150}
          value={filter.state}
          onChange={(state) => setFilter({ state })}
          data={Object.entries(STATES).map(([value, { label }]) => ({ value, label }))}
        />
        <FilterSelect
          label="Kind"
          all="Every kind"
          w={160}
          value={filter.kind}
          onChange={(kind) => setFilter({ kind })}
          data={[
            { value: "demonstration", label: "Demonstrations" },
            { value: "rollout", label: "Rollouts" },
            { value: "sample", label: "Training samples" },
          ]}
        />
      </Group>
      {episodes.error && !episodes.data ? (
        <ErrorState error={episodes.error} retry={episodes.refetch} />
      ) : !episodes.data ? (
        <LoadingRows rows={10} height={44} />
      ) : episodes.data.results.length === 0 ? (
        <div className="pb-panel">
          <EmptyState
            icon={IconStack2}
            title={filtered ? "Nothing fits these filters" : "No episodes yet"}
          >
            {filtered
              ? "Try fewer words or another state."
              : "An episode appears here as soon as somebody shows a task on a phone."}
          </EmptyState>
        </div>
      ) : (
        <>
          {narrow ? (
            <div className="pb-panel" aria-busy={episodes.isPlaceholderData}>
              {episodes.data.results.map((episode) => (
                <EpisodeRow
                  key={episode.id}
                  episode={episode}
                  to={`/episodes/${episode.id}`}
                  showAuthor
                />
              ))}
            </div>
          ) : (
            <EpisodeTable
              episodes={episodes.data.results}
              busy={episodes.isPlaceholderData}
              ordering={filter.ordering}
              onOrdering={(ordering) => setFilter({ ordering })}
            />
          )}
          <Pager
            page={Number(filter.page)}
            size={SIZE}
            count={episodes.data.count}
            onPage={(page) => setFilter({ page: String(page) })}
          />
        </>
      )}
    </Page>
  );
}

/** Takes back a downloaded episode; its content hash stays the same. */
function Import() {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const upload = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append("file", file);
      return http.post<Episode>("/api/episodes/import", form);
    },
    onSuccess: (episode) => {
      toast.done("Imported.");
      void invalidate("episodes");
      navigate(`/episodes/${episode.id}`);
    },
    onError: toast.error,
  });
  return (
    <FileButton accept=".zip,application/zip" onChange={(file) => file && upload.mutate(file)}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconUpload size={16} />}
          loading={upload.isPending}
        >
          Import
        </Button>
      )}
    </FileButton>
  );
}
