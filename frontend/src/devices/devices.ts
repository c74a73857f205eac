import { useQuery } from "@tanstack/react-query";
import { api, ok } from "../api/client";
import type { Device, DeviceState } from "../api/types";

export const devicesKey = ["devices"] as const;
export const deviceKey = (id: string) => ["devices", id] as const;

export function useDevice(id: string) {
  return useQuery({
    queryKey: deviceKey(id),
    queryFn: ({ signal }) => ok(api.GET("/api/devices/{id}", { params: { path: { id } }, signal })),
    refetchInterval: 4000,
  });
}

export const takePhone = (id: string) =>
  ok(
    api.POST("/api/devices/{id}/lease", {
      params: { path: { id } },
      body: { purpose: "manual" },
    }),
  );
export const releasePhone = (id: string) =>
  ok(api.POST("/api/devices/{id}/release", { params: { path: { id } } }));
export const takeOverPhone = (id: string, reason: string) =>
  ok(api.POST("/api/devices/{id}/takeover", { params: { path: { id } }, body: { reason } }));

/** What a phone is, in a word. A stand-in is a mock phone that takes a real one's place. */
export const kindLabel = (kind: Device["kind"]) =>
  ({ mock: "Virtual", real: "Real", "stand-in": "Stand-in" })[kind];

export const STATE_WORDS: Record<DeviceState, string> = {
  online: "Online",
  offline: "Offline",
  unauthorized: "Not authorised",
  frozen: "Not answering",
  gone: "Not connected",
  maintenance: "In maintenance",
};

/** What a person at the phone can do about it. */
export const STATE_REMEDIES: Record<Exclude<DeviceState, "online">, string> = {
  offline: "Unlock the phone, then unplug the cable and plug it in again.",
  unauthorized: "Unlock the phone and allow USB debugging for this computer.",
  frozen: "Wait a moment. If it stays so, restart the phone.",
  gone: "Plug the phone in and switch it on. It appears again by itself.",
  maintenance: "A lead has set it aside. It takes no work until they put it back.",
};

export function isUsable(device: Device): boolean {
  return device.state === "online" && (device.host?.online ?? true);
}

/** Why there is no picture, and what to do about it. */
export function problemOf(device: Device): { why: string; remedy: string } | null {
  if (device.host && !device.host.online) {
    return {
      why: `Its host “${device.host.name}” does not answer.`,
      remedy: "Start the device host on that machine, or ask whoever looks after it.",
    };
  }
  if (device.state === "online") return null;
  return {
    why: device.state_reason || STATE_WORDS[device.state],
    remedy: STATE_REMEDIES[device.state],
  };
}
