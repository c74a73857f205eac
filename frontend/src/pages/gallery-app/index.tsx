import { Group, Tabs, Text } from "@mantine/core";
import { IconApps } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import type { Gallery, GalleryApp } from "../../api/types";
import { ChangeLog } from "../../gallery/ChangeLog";
import { Disturbances } from "../../gallery/Disturbances";
import classes from "../../gallery/gallery.module.css";
import { Pane } from "../../gallery/Pane";
import { useGallery } from "../../gallery/queries";
import { Spec } from "../../gallery/Spec";
import { StateTree } from "../../gallery/StateTree";
import { type GalleryPhone, phoneUrl, useGalleryPhone } from "../../gallery/useGalleryPhone";
import { Page } from "../../shared/Page";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";

export default function GalleryAppPage() {
  const { app: name = "" } = useParams();
  const gallery = useGallery();
  const app = gallery.data?.apps.find((one) => one.package === name);
  if (gallery.isPending) {
    return (
      <Page title="Gallery">
        <LoadingRows rows={1} height={520} />
      </Page>
    );
  }
  if (gallery.error) {
    return (
      <Page title="Gallery">
        <ErrorState error={gallery.error} retry={() => gallery.refetch()} />
      </Page>
    );
  }
  if (!app) {
    return (
      <Page title="Gallery">
        <EmptyState icon={IconApps} title="There is no such app">
          <Link to="/gallery">See all apps</Link>
        </EmptyState>
      </Page>
    );
  }
  return <Play key={app.package} app={app} gallery={gallery.data} />;
}

/** A phone's key: the page's own word for it, under which it finds it again after a broken line. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

function Play({ app, gallery }: { app: GalleryApp; gallery: Gallery }) {
  const [keys, setKeys] = useState(() => [newKey()]);
  const [chosen, setChosen] = useState(0);
  const [first = "", second] = keys;

  const one = useGalleryPhone(phoneUrl(gallery.stream_url, first, app.package), [
    "apps",
    app.package,
  ]);
  return (
    <Page
      title={app.label}
      heading={
        <Group component="span" gap="sm">
          <img src={app.icon} alt="" width={30} height={30} style={{ borderRadius: "30%" }} />
          {app.label}
        </Group>
      }
      description={
        <>
          <Link to="/gallery">Gallery</Link> · {app.domain.replace("_", " ")}
          {app.summary && ` · ${app.summary}`}
        </>
      }
    >
      {second ? (
        <Two
          app={app}
          gallery={gallery}
          one={one}
          url={phoneUrl(gallery.stream_url, second, app.package, first)}
          chosen={chosen}
          onChoose={setChosen}
          onClose={() => {
            setKeys([first]);
            setChosen(0);
          }}
        />
      ) : (
        <div className={classes.play}>
          <div className={classes.panes}>
            <Pane
              phone={one}
              name={`Phone with ${app.label}`}
              chosen
              onFork={() => setKeys([first, newKey()])}
            />
          </div>
          <Side phone={one} app={app} gallery={gallery} />
        </div>
      )}
    </Page>
  );
}

interface TwoProps {
  app: GalleryApp;
  gallery: Gallery;
  one: GalleryPhone;
  url: string;
  chosen: number;
  onChoose: (index: number) => void;
  onClose: () => void;
}

/** The phone and its fork, side by side; the chosen one's state is shown. */
function Two({ app, gallery, one, url, chosen, onChoose, onClose }: TwoProps) {
  const two = useGalleryPhone(url, ["apps", app.package]);
  const phone = chosen === 0 ? one : two;
  return (
    <div className={classes.play}>
      <div className={classes.panes}>
        <Pane phone={one} name="First" chosen={chosen === 0} onChoose={() => onChoose(0)} />
        <Pane
          phone={two}
          name="Fork"
          chosen={chosen === 1}
          onChoose={() => onChoose(1)}
          onClose={onClose}
        />
      </div>
      <Side key={chosen} phone={phone} app={app} gallery={gallery} />
    </div>
  );
}

function Side({ phone, app, gallery }: { phone: GalleryPhone; app: GalleryApp; gallery: Gallery }) {
  const [tab, setTab] = useState<string | null>("state");
  return (
    <aside className={`pb-panel ${classes.side}`} aria-label="Beside the phone">
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="state">State</Tabs.Tab>
          <Tabs.Tab value="changes">Changes</Tabs.Tab>
          <Tabs.Tab value="disturbances">Disturb</Tabs.Tab>
          <Tabs.Tab value="spec">Spec</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <div className={classes.panel}>
        {tab === "state" && <StateTree phone={phone} app={app.package} />}
        {tab === "changes" && <ChangeLog phone={phone} />}
        {tab === "disturbances" && <Disturbances phone={phone} gallery={gallery} />}
        {tab === "spec" && <Spec app={app.package} />}
      </div>
      {phone.facts && (
        <Text size="xs" c="dimmed" mt="xs" className="pb-numbers" truncate>
          State {phone.facts.hash.slice(0, 12)} · {app.screens} screens
        </Text>
      )}
    </aside>
  );
}
