import { type DragEvent, useRef, useState } from "react";
import { toast } from "../shared/toast";
import { uploadToPhone } from "./upload";

export interface Upload {
  name: string;
  /** 0 to 1 while it travels; 1 while the phone installs or stores it. */
  share: number;
}

/** Files onto the phone: an APK is installed, anything else goes to its downloads. One after the other. */
export function useFileDrop(deviceId: string | undefined, enabled: boolean) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const allowed = enabled && deviceId !== undefined;

  async function send(files: Iterable<File>) {
    if (!allowed) return;
    for (const file of files) {
      setUpload({ name: file.name, share: 0 });
      try {
        const { message } = await uploadToPhone(deviceId, file, (share) =>
          setUpload({ name: file.name, share }),
        );
        toast.done(message ?? `${file.name} is on the phone.`);
      } catch (problem) {
        toast.error(problem);
      }
    }
    setUpload(null);
  }

  const hasFiles = (event: DragEvent) => allowed && event.dataTransfer.types.includes("Files");
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  const handlers = {
    onDragEnter(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current += 1;
      setOver(true);
    },
    onDragOver(event: DragEvent) {
      if (hasFiles(event)) event.preventDefault();
    },
    onDragLeave() {
      depth.current -= 1;
      if (depth.current <= 0) leave();
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      leave();
      void send([...event.dataTransfer.files]);
    },
  };
  return { upload, over, handlers, send };
}
