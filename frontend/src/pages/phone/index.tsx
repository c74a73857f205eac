import { Button, Group } from "@mantine/core";
import { IconDeviceMobileOff } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useParams } from "react-router";
import type { Device } from "../../api/types";
import { useSession } from "../../app/session";
import { Battery, HolderBadge, StateBadge } from "../../devices/badges";
import {
  deviceKey,
  devicesKey,
  isUsable,
  problemOf,
  releasePhone,
  takeOverPhone,
  takePhone,
  useDevice,
} from "../../devices/devices";
import { PhoneView } from "../../live/PhoneView";
import type { ServerMessage } from "../../live/protocol";
import { usePhoneShortcuts } from "../../live/usePhoneShortcuts";
import { usePhoneStream, useStreamMessages } from "../../live/usePhoneStream";
import { useDialogs } from "../../shared/dialogs";
import { Page } from "../../shared/Page";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import { DeviceFacts } from "./DeviceFacts";
import { LeaseHistory } from "./LeaseHistory";
import { Maintenance } from "./Maintenance";
import classes from "./phone.module.css";

export default function Phone() {
  const { id = "" } = useParams();
  const device = useDevice(id);
  if (device.isPending) {
    return (
      <Page title="Phone">
        <LoadingRows rows={1} height={480} />
      </Page>
    );
  }
  if (!device.data) {
    return (
      <Page title="Phone">
        {device.error && <ErrorState error={device.error} retry={() => device.refetch()} />}
      </Page>
    );
  }
  return <PhonePage device={device.data} />;
}

function PhonePage({ device }: { device: Device }) {
  const client = useQueryClient();
  const { can } = useSession();
  const usable = isUsable(device);
  const mine = device.lease?.mine === true;
  const stream = usePhoneStream(usable ? device.stream_url : null, mine ? "drive" : "watch");
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: devicesKey }), [client]);

  // Who drives changes at once, not at the next poll; so does the end of one's own lease.
  useStreamMessages(
    stream,
    useCallback(
      (message: ServerMessage) => {
        if (message.type === "error" && message.code === "lease_over") {
          toast.warn("You no longer hold this phone", message.message);
          void refresh();
        }
        if (message.type === "driver" || message.type === "ended") void refresh();
      },
      [refresh],
    ),
  );
  useEffect(() => {
    if (!stream || !mine) return;
    return stream.status.subscribe(() => {
      if (stream.status.get().connection === "closed") void refresh();
    });
  }, [stream, mine, refresh]);
  usePhoneShortcuts(mine);

  return (
    <Page
      title={device.name}
      heading={
        <Group gap="sm" component="span">
          {device.name}
          <StateBadge device={device} />
          <HolderBadge device={device} />
          <Battery battery={device.battery} />
        </Group>
      }
      actions={<LeaseButtons device={device} onChange={refresh} />}
    >
      <div className={classes.layout}>
        <div className={`${classes.live} ${stream ? "" : classes.away}`}>
          {stream ? (
            <PhoneView
              stream={stream}
              name={device.name}
              size={{ width: device.width ?? 540, height: device.height ?? 1200 }}
              drive={mine}
              deviceId={device.id}
            />
          ) : (
            <Away device={device} />
          )}
        </div>
        <div className={classes.side}>
          <DeviceFacts device={device} />
          {can("take_over") && <Maintenance device={device} />}
          <LeaseHistory device={device} />
        </div>
      </div>
    </Page>
  );
}

function Away({ device }: { device: Device }) {
  const problem = problemOf(device);
  if (!problem) return null;
  return (
    <EmptyState icon={IconDeviceMobileOff} title={problem.why}>
      {problem.remedy}
    </EmptyState>
  );
}

function LeaseButtons({ device, onChange }: { device: Device; onChange: () => void }) {
  const { can } = useSession();
  const client = useQueryClient();
  const { askReason } = useDialogs();
  const change = useAction({
    mutationFn: ({ work }: { what: string; work: () => Promise<unknown> }) => work(),
    onError: toast.error,
    onSettled: () => {
      onChange();
      return client.invalidateQueries({ queryKey: deviceKey(device.id) });
    },
  });
  const run = (what: string, work: () => Promise<unknown>) => change.mutate({ what, work });

  async function takeOver() {
    const holder = device.lease?.holder.name || device.lease?.holder.username;
    const reason = await askReason({
      title: `Take ${device.name} over`,
      message: `${holder} is using it and is cut off at once. They see your name and the reason.`,
      confirm: "Take over",
      danger: true,
      suggestions: ["The phone was left unattended.", "The phone needs repair."],
    });
    if (reason) run("take over", () => takeOverPhone(device.id, reason));
  }

  if (device.lease?.mine) {
    return (
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => run("release", () => releasePhone(device.id))}
      >
        Give it back
      </Button>
    );
  }
  if (!isUsable(device) || !can("drive_devices")) return null;
  if (device.lease) {
    return can("take_over") ? (
      <Button variant="default" loading={change.isPending} onClick={takeOver}>
        Take over…
      </Button>
    ) : null;
  }
  return (
    <Button loading={change.isPending} onClick={() => run("take", () => takePhone(device.id))}>
      Use this phone
    </Button>
  );
}
