import { ActionIcon, Loader, Menu, ScrollArea, Text, TextInput, Tooltip } from "@mantine/core";
import { IconApps } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, ok } from "../api/client";
import type { PhoneStream } from "./stream";
import { useBarSide } from "./useBarSide";

/** Opens an app straight away, without looking for its icon. */
export function AppsMenu({ stream, deviceId }: { stream: PhoneStream; deviceId: string }) {
  const side = useBarSide();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const apps = useQuery({
    queryKey: ["devices", deviceId, "apps"],
    queryFn: () => ok(api.GET("/api/devices/{id}/apps", { params: { path: { id: deviceId } } })),
    enabled: open,
  });
  const wanted = search.trim().toLowerCase();
  const shown = (apps.data ?? []).filter(
    (app) => !wanted || app.label.toLowerCase().includes(wanted) || app.package.includes(wanted),
  );
  return (
    <Menu
      opened={open}
      onChange={setOpen}
      position={side}
      middlewares={{ shift: { padding: 10 }, flip: true }}
      width={260}
      shadow="md"
    >
      <Menu.Target>
        <Tooltip label="Open an app" position="right" disabled={open}>
          <ActionIcon size={40} radius="md" variant="subtle" color="gray" aria-label="Open an app">
            <IconApps size={19} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <TextInput
          size="xs"
          placeholder="Find an app"
          aria-label="Find an app"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          m={4}
        />
        <ScrollArea.Autosize mah={320}>
          {apps.isPending && <Loader size="sm" m="md" aria-label="Loading" />}
          {apps.error && (
            <Text size="xs" c="var(--mantine-color-error)" p="sm">
              {apps.error.message}
            </Text>
          )}
          {apps.isSuccess && shown.length === 0 && (
            <Text size="xs" c="dimmed" p="sm">
              No app is called that.
            </Text>
          )}
          {shown.map((app) => (
            <Menu.Item
              key={app.package}
              onClick={() => stream.input({ type: "open_app", package: app.package })}
            >
              {app.label}
              <Text size="xs" c="dimmed" truncate>
                {app.package}
              </Text>
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
