import { Button, Loader } from "@mantine/core";
import { useCallback } from "react";
import type { EpisodeDetail, Step } from "../../api/types";
import { PhoneView } from "../../live/PhoneView";
import type { ServerMessage } from "../../live/protocol";
import type { PhoneStream } from "../../live/stream";
import { usePhoneStream, useStreamMessages, useStreamStatus } from "../../live/usePhoneStream";
import type { EpisodeEditor } from "./editor";
import classes from "./workbench.module.css";

interface Props {
  episode: EpisodeDetail;
  editor: EpisodeEditor;
}

/**
 * The phone of a recording: what is done on it arrives in the list as steps. Its socket also carries out the
 * preparation and, at the end, the storing, so it stays open through both.
 */
export function LivePhone({ episode, editor }: Props) {
  const stream = usePhoneStream(episode.stream_url, "drive");
  useStreamMessages(
    stream,
    useCallback(
      (message: ServerMessage) => {
        if (message.type === "step") editor.receiveStep(message.step as Step);
        if (message.type === "episode") editor.receiveEpisode(message.episode as EpisodeDetail);
      },
      [editor],
    ),
  );
  return (
    <div className={classes.live}>{stream && <Phone stream={stream} episode={episode} />}</div>
  );
}

function Phone({ stream, episode }: { stream: PhoneStream; episode: EpisodeDetail }) {
  const { connection, reason, leaseOver } = useStreamStatus(stream);
  const lost = connection === "closed" ? reason : leaseOver;
  return (
    <PhoneView
      stream={stream}
      name={episode.device?.name ?? "phone"}
      size={episode}
      drive
      deviceId={episode.device?.id}
      cover={
        episode.saving ? (
          <Waiting title="Storing the recording…" />
        ) : lost !== null ? (
          <>
            <strong>You no longer hold this phone</strong>
            <span>{lost} What you recorded is safe.</span>
            <Button size="xs" variant="white" color="dark" onClick={() => stream.reconnect()}>
              Take it again and go on
            </Button>
          </>
        ) : (
          episode.state === "preparing" && <Preparing episode={episode} />
        )
      }
    />
  );
}

/** While the phone is brought into the state the task starts from. */
function Preparing({ episode: { preparing } }: { episode: EpisodeDetail }) {
  return (
    <Waiting
      title={preparing?.message ?? "Preparing the phone"}
      text={
        preparing && preparing.step > 0
          ? `${preparing.step} of ${preparing.of}. The clock starts afterwards.`
          : "The clock starts afterwards."
      }
    />
  );
}

function Waiting({ title, text }: { title: string; text?: string }) {
  return (
    <>
      <Loader size="sm" color="gray.4" />
      <strong role="status">{title}</strong>
      {text && <span className="pb-numbers">{text}</span>}
    </>
  );
}
