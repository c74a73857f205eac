import { csrfHeader, errorFrom } from "../api/http";

/** Sends a file to the phone; `fetch` cannot tell how far an upload has come, XMLHttpRequest can. */
export function uploadToPhone(
  deviceId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<{ message?: string }> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.append("file", file);
    const request = new XMLHttpRequest();
    request.open("POST", `/api/devices/${deviceId}/files`);
    for (const [name, value] of Object.entries(csrfHeader())) request.setRequestHeader(name, value);
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status < 300) resolve(request.response ?? {});
      else reject(errorFrom(request.status, request.response));
    };
    request.onerror = () => reject(errorFrom(0, null));
    request.send(form);
  });
}
