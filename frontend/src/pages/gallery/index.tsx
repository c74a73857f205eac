import { Badge, NativeSelect, TextInput, Title } from "@mantine/core";
import { IconApps, IconSearch } from "@tabler/icons-react";
import { useRef } from "react";
import { Link } from "react-router";
import type { GalleryApp } from "../../api/types";
import classes from "../../gallery/gallery.module.css";
import { useGallery } from "../../gallery/queries";
import { Page } from "../../shared/Page";
import { useShortcuts } from "../../shared/shortcuts";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { useUrlState } from "../../shared/useUrlState";

const plural = (n: number, word: string) => `${n} ${word}${n === 1 ? "" : "s"}`;

export default function GalleryPage() {
  const gallery = useGallery();
  const [filter, setFilter] = useUrlState({ search: "", domain: "" });
  const field = useRef<HTMLInputElement>(null);
  useShortcuts("Lists", [{ keys: "/", label: "Search", run: () => field.current?.focus() }]);
  const apps = gallery.data?.apps ?? [];
  const domains = [...new Set(apps.map(({ domain }) => domain))].sort();
  const wanted = filter.search.trim().toLowerCase();
  const shown = apps.filter(
    (app) =>
      (!filter.domain || app.domain === filter.domain) &&
      `${app.label} ${app.domain} ${app.summary} ${app.package}`.toLowerCase().includes(wanted),
  );
  const minis = shown.filter(({ host }) => host);

  return (
    <Page
      title="Gallery"
      description={
        gallery.isSuccess &&
        `${apps.filter(({ host }) => !host).length} apps and ${apps.filter(({ host }) => host).length} mini-apps in ${plural(domains.length, "domain")}. Play any of them on a phone of your own.`
      }
    >
      <div className={classes.filters}>
        <TextInput
          ref={field}
          aria-label="Search apps"
          placeholder="Search apps"
          leftSection={<IconSearch size={16} stroke={1.7} />}
          value={filter.search}
          onChange={(event) => setFilter({ search: event.currentTarget.value })}
          className={classes.search}
        />
        <NativeSelect
          aria-label="Domain"
          value={filter.domain}
          onChange={(event) => setFilter({ domain: event.currentTarget.value })}
          data={[
            { value: "", label: "All domains" },
            ...domains.map((name) => ({ value: name, label: name.replace("_", " ") })),
          ]}
        />
      </div>
      {gallery.isPending ? (
        <LoadingRows rows={6} height={84} />
      ) : gallery.error ? (
        <ErrorState error={gallery.error} retry={() => gallery.refetch()} />
      ) : shown.length === 0 ? (
        <EmptyState icon={IconApps} title="No app fits">
          Change the search or the domain to see others.
        </EmptyState>
      ) : (
        <>
          <Apps apps={shown.filter(({ host }) => !host)} label="Apps" />
          {minis.length > 0 && (
            <>
              <Title order={2} className={classes.heading}>
                Mini-apps in {minis[0]?.host}
              </Title>
              <Apps apps={minis} label="Mini-apps" />
            </>
          )}
        </>
      )}
    </Page>
  );
}

function Apps({ apps, label }: { apps: GalleryApp[]; label: string }) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {apps.map((app) => (
        <li key={app.package}>
          <Link to={`/gallery/${app.package}`} className={`pb-panel ${classes.card}`}>
            <img src={app.icon} alt="" />
            <span className={classes.label}>{app.label}</span>
            <span className={classes.counts}>
              <Badge size="xs" mr={6}>
                {app.domain.replace("_", " ")}
              </Badge>
              {plural(app.screens, "screen")}
              {app.rows > 0 && ` · ${plural(app.rows, "row")}`}
            </span>
            {app.summary && <span className={classes.summary}>{app.summary}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
