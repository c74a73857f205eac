import { Button, Group, Text } from "@mantine/core";
import { useInViewport } from "@mantine/hooks";
import { IconDeviceMobileOff } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { Link, useNavigate } from "react-router";
import type { Device } from "../../api/types";
import { Battery, HolderBadge, StateBadge } from "../../devices/badges";
import { devicesKey, isUsable, problemOf, takePhone } from "../../devices/devices";
import { noticeFor } from "../../live/PhoneNotice";
import { Picture } from "../../live/PhoneView";
import type { PhoneStream } from "../../live/stream";
import { usePhoneStream, useStreamStatus } from "../../live/usePhoneStream";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import classes from "./phones.module.css";

export function PhoneTile({ device, mayDrive }: { device: Device; mayDrive: boolean }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { ref, inViewport } = useInViewport();
  const usable = isUsable(device);
  const stream = usePhoneStream(usable && inViewport ? device.stream_url : null, "watch");
  const problem = problemOf(device);
  const take = useAction({
    mutationFn: () => takePhone(device.id),
    onSuccess: () => navigate(`/phones/${device.id}`),
    onError: (error) => {
      toast.error(error);
      void client.invalidateQueries({ queryKey: devicesKey });
    },
  });
  const address = `/phones/${device.id}`;
  const ratio = {
    "--ratio": String(device.width && device.height ? device.width / device.height : 0.45),
  } as CSSProperties;

  return (
    <article ref={ref} className={classes.tile} aria-label={device.name}>
      <Link to={address} className={classes.glass} style={ratio} tabIndex={-1} aria-hidden="true">
        {stream ? (
          <TilePicture stream={stream} name={device.name} />
        ) : (
          <div className={classes.off}>
            {problem && (
              <>
                <IconDeviceMobileOff size={26} stroke={1.3} />
                <span>{problem.why}</span>
              </>
            )}
          </div>
        )}
      </Link>
      <div className={classes.words}>
        <Link to={address} className={classes.name}>
          {device.name}
        </Link>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="xs" c="dimmed" truncate>
            {device.model} · Android {device.android_version || "?"}
          </Text>
          <Battery battery={device.battery} />
        </Group>
        <Group gap={6} mt={8}>
          <StateBadge device={device} />
          <HolderBadge device={device} />
        </Group>
        {problem && (
          <Text size="xs" mt={8}>
            {problem.remedy}
          </Text>
        )}
        <div className={classes.act}>
          {mayDrive && usable && (!device.lease || device.lease.mine) ? (
            <Button
              fullWidth
              size="xs"
              variant={device.lease?.mine ? "filled" : "light"}
              loading={take.isPending}
              onClick={() => take.mutate()}
            >
              {device.lease?.mine ? "Go on" : "Use this phone"}
            </Button>
          ) : (
            <Button fullWidth size="xs" variant="default" component={Link} to={address}>
              {usable ? "Watch" : "Details"}
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}

function TilePicture({ stream, name }: { stream: PhoneStream; name: string }) {
  const status = useStreamStatus(stream);
  const notice = noticeFor(status, stream, false);
  return (
    <>
      <Picture stream={stream} label={`Screen of ${name}`} />
      {notice && <div className={classes.veil}>{notice.title}</div>}
    </>
  );
}
