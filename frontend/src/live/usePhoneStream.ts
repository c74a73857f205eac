import { useEffect, useState, useSyncExternalStore } from "react";
import { browserCapabilities, chooseDecoder, createDecoder } from "./decoders/choice";
import type { Role, ServerMessage } from "./protocol";
import { PhoneStream, type StreamStatus } from "./stream";

/** A stream that lives as long as the component and the address; null while there is none to open. */
export function usePhoneStream(
  url: string | null | undefined,
  role: Role,
  picturesOnly = false,
): PhoneStream | null {
  const [stream, setStream] = useState<PhoneStream | null>(null);
  useEffect(() => {
    if (!url) return;
    const forced = new URLSearchParams(location.search).get("decoder");
    const next = new PhoneStream({
      url,
      role,
      choose: (broken) => chooseDecoder({ ...browserCapabilities(), picturesOnly }, broken, forced),
      createDecoder,
    });
    next.open();
    setStream(next);
    return () => {
      next.close();
      setStream(null);
    };
  }, [url, role, picturesOnly]);
  return stream;
}

export function useStreamStatus(stream: PhoneStream): StreamStatus {
  return useSyncExternalStore(stream.status.subscribe, stream.status.get);
}

/** Calls back for every JSON message; the callback may change from render to render. */
export function useStreamMessages(
  stream: PhoneStream | null,
  onMessage: (message: ServerMessage) => void,
) {
  useEffect(() => stream?.onMessage(onMessage), [stream, onMessage]);
}
