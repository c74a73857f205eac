import { SegmentedControl, TextInput } from "@mantine/core";
import { IconDeviceMobile, IconSearch } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { useDevices } from "../../api/queries";
import type { Device } from "../../api/types";
import { useSession } from "../../app/session";
import { isUsable } from "../../devices/devices";
import { Page } from "../../shared/Page";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { PhoneTile } from "./PhoneTile";
import classes from "./phones.module.css";

const FILTERS: { value: string; label: string; keep: (device: Device) => boolean }[] = [
  { value: "all", label: "All", keep: () => true },
  { value: "free", label: "Free", keep: (device) => isUsable(device) && !device.lease },
  { value: "used", label: "In use", keep: (device) => device.lease !== null },
  { value: "out", label: "Not ready", keep: (device) => !isUsable(device) },
];

export default function Phones() {
  const devices = useDevices();
  const { can } = useSession();
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const filter = FILTERS.find(({ value }) => value === params.get("show")) ?? FILTERS[0];

  function set(name: string, value: string) {
    setParams(
      (now) => {
        if (value && value !== "all") now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace: true },
    );
  }

  const all = devices.data ?? [];
  const wanted = search.trim().toLowerCase();
  const shown = all.filter(
    (device) =>
      filter?.keep(device) &&
      `${device.name} ${device.model} ${device.serial} ${device.lease?.holder.name ?? ""}`
        .toLowerCase()
        .includes(wanted),
  );

  return (
    <Page title="Phones" description={devices.isSuccess ? summary(all) : undefined}>
      {all.length > 0 && (
        <div className={classes.filters}>
          <SegmentedControl
            size="xs"
            aria-label="Which phones"
            value={filter?.value}
            onChange={(value) => set("show", value)}
            data={FILTERS.map(({ value, label, keep }) => ({
              value,
              label: value === "all" ? label : `${label} ${all.filter(keep).length}`,
            }))}
          />
          <TextInput
            size="xs"
            className={classes.search}
            aria-label="Find a phone"
            placeholder="Name, model, serial or person"
            leftSection={<IconSearch size={15} />}
            value={search}
            onChange={(event) => set("search", event.currentTarget.value)}
          />
        </div>
      )}
      {devices.isPending ? (
        <LoadingRows rows={2} height={320} />
      ) : devices.error && all.length === 0 ? (
        <ErrorState error={devices.error} retry={() => devices.refetch()} />
      ) : all.length === 0 ? (
        <NoPhones />
      ) : shown.length === 0 ? (
        <EmptyState icon={IconDeviceMobile} title="No phone fits">
          Change the filter or the search to see others.
        </EmptyState>
      ) : (
        <div className={classes.wall}>
          {shown.map((device) => (
            <PhoneTile key={device.id} device={device} mayDrive={can("drive_devices")} />
          ))}
        </div>
      )}
    </Page>
  );
}

function summary(devices: Device[]): string {
  const ready = devices.filter(isUsable);
  const free = ready.filter((device) => !device.lease).length;
  if (devices.length === 0) return "";
  return `${ready.length} of ${devices.length} ready, ${free} free. You watch them live.`;
}

function NoPhones() {
  return (
    <div className="pb-panel">
      <EmptyState icon={IconDeviceMobile} title="No phone yet">
        A phone appears here by itself a few seconds after it is plugged into a device host.
      </EmptyState>
      <div className={classes.howto}>
        <ol>
          <li>On the phone, open Settings, About phone, and tap the build number seven times.</li>
          <li>In Developer options, switch on USB debugging.</li>
          <li>
            Plug the phone into the computer that runs PhoneBuddy, with a cable that carries data.
          </li>
          <li>Unlock the phone and allow USB debugging for this computer.</li>
          <li>
            No phone at hand? <code>make run</code> starts four virtual ones.
          </li>
        </ol>
      </div>
    </div>
  );
}
