import { ActionIcon, Button, Group, Menu, Text, Tooltip } from "@mantine/core";
import {
  IconBookmark,
  IconGitFork,
  IconHistory,
  IconMoon,
  IconRefresh,
  IconSun,
  IconX,
} from "@tabler/icons-react";
import { PhoneView } from "../live/PhoneView";
import classes from "./gallery.module.css";
import type { GalleryPhone } from "./useGalleryPhone";

interface Props {
  phone: GalleryPhone;
  name: string;
  /** This one's state is shown at the side. */
  chosen: boolean;
  onChoose?: () => void;
  onFork?: () => void;
  onClose?: () => void;
}

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19);

/** One phone with what can be done to it as a whole. */
export function Pane({ phone, name, chosen, onChoose, onFork, onClose }: Props) {
  const { facts, kept, stream } = phone;
  return (
    <section className={classes.pane} aria-label={name}>
      <Group gap={6} className={classes.tools} wrap="nowrap">
        {onChoose && (
          <Button
            size="compact-sm"
            variant={chosen ? "light" : "subtle"}
            aria-pressed={chosen}
            onClick={onChoose}
          >
            {name}
          </Button>
        )}
        <Tool label="Reset" icon={IconRefresh} onClick={() => phone.tell("reset")} />
        <Tool label="Keep this moment" icon={IconBookmark} onClick={() => phone.tell("keep")} />
        <Menu disabled={kept.length === 0} position="bottom-start" withinPortal>
          <Menu.Target>
            <Tooltip label={kept.length ? "Back to a moment" : "No moment is kept yet"}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={34}
                aria-label="Back to a moment"
                aria-disabled={kept.length === 0}
              >
                <IconHistory size={18} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown>
            {kept.map(({ id, at }) => (
              <Menu.Item key={id} onClick={() => phone.tell("back_to", { id })}>
                Moment {id}, {clock(at)} on the phone
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {onFork && <Tool label="Fork: a second phone" icon={IconGitFork} onClick={onFork} />}
        <Tool
          label={facts?.dark ? "Light theme on the phone" : "Dark theme on the phone"}
          icon={facts?.dark ? IconSun : IconMoon}
          onClick={() => phone.tell("dark", { on: !facts?.dark })}
        />
        {onClose && <Tool label="Close this phone" icon={IconX} onClick={onClose} />}
        <Text size="xs" c="dimmed" truncate className={classes.where}>
          {facts ? [facts.screen || "home screen", facts.overlay].filter(Boolean).join(" / ") : ""}
        </Text>
      </Group>
      <div className={classes.phone}>
        {stream && (
          <PhoneView stream={stream} name={name} size={{ width: 540, height: 1200 }} drive />
        )}
      </div>
    </section>
  );
}

interface ToolProps {
  label: string;
  icon: typeof IconRefresh;
  onClick: () => void;
}

function Tool({ label, icon: Icon, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={34} aria-label={label} onClick={onClick}>
        <Icon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
