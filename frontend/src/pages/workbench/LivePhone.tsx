import { Button, Loader } from "@mantine/core";
import { useCallback, useState } from "react";
import { http } from "../../api/http";
import type { EpisodeDetail, Step } from "../../api/types";
import { PhoneView } from "../../live/PhoneView";
import type { ServerMessage } from "../../live/protocol";
import type { PhoneStream } from "../../live/stream";
import { usePhoneStream, useStreamMessages, useStreamStatus } from "../../live/usePhoneStream";
import { toast } from "../../shared/toast";
import type { EpisodeEditor } from "./editor";
import classes from "./workbench.module.css";

interface Props {
  episode: EpisodeDetail;
  editor: EpisodeEditor;
}

/** The phone of a recording: what is done on it arrives in the list as steps. */
export function LivePhone({ episode, editor }: Props) {
  // Another key opens the stream afresh, after the lease was taken again.
  const [round, setRound] = useState(0);
  return (
    <Recording
      key={round}
      episode={episode}
      editor={editor}
      onTakenAgain={() => setRound((n) => n + 1)}
    />
  );
}

function Recording({ episode, editor, onTakenAgain }: Props & { onTakenAgain: () => void }) {
  const stream = usePhoneStream(episode.stream_url, "drive");
  useStreamMessages(
    stream,
    useCallback(
      (message: ServerMessage) => {
        if (message.type === "step") editor.receiveStep(message.step as Step);
        if (message.type === "episode") editor.receiveEpisode(message.episode as EpisodeDetail);
        // After a lost line the list may have missed steps.
        if (message.type === "hello") void editor.refresh();
      },
      [editor],
    ),
  );
  if (!stream) return null;
  return (
    <div className={classes.live}>
      <Phone stream={stream} episode={episode} onTakenAgain={onTakenAgain} />
    </div>
  );
}

interface PhoneProps {
  stream: PhoneStream;
  episode: EpisodeDetail;
  onTakenAgain: () => void;
}

function Phone({ stream, episode, onTakenAgain }: PhoneProps) {
  const { connection, reason, leaseOver } = useStreamStatus(stream);
  const lost = connection === "closed" ? reason : leaseOver;
  const [busy, setBusy] = useState(false);

  async function takeAgain() {
    if (!episode.device) return;
    setBusy(true);
    try {
      await http.post(`/api/devices/${episode.device.id}/lease`, { purpose: "demonstration" });
      onTakenAgain();
    } catch (problem) {
      toast.error(problem);
      setBusy(false);
    }
  }

  return (
    <PhoneView
      stream={stream}
      name={episode.device?.name ?? "phone"}
      size={episode}
      drive
      deviceId={episode.device?.id}
      cover={
        lost !== null && (
          <>
            <strong>You no longer hold this phone</strong>
            <span>{lost} What you recorded is safe.</span>
            <Button size="xs" variant="white" color="dark" loading={busy} onClick={takeAgain}>
              Take it again and go on
            </Button>
          </>
        )
      }
    />
  );
}

/** While the phone is brought into the state the task starts from. */
export function Preparing({ episode }: { episode: EpisodeDetail }) {
  const { preparing } = episode;
  return (
    <div className={`pb-panel ${classes.still}`} role="status">
      <div style={{ display: "grid", justifyItems: "center", gap: 12, padding: 32 }}>
        <Loader />
        <strong>{preparing?.message ?? "Preparing the phone…"}</strong>
        <span className="pb-numbers" style={{ color: "var(--mantine-color-dimmed)" }}>
          {preparing
            ? `Step ${preparing.step} of ${preparing.of}. The clock starts afterwards.`
            : "The clock starts afterwards."}
        </span>
      </div>
    </div>
  );
}
