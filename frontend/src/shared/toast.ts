import { notifications } from "@mantine/notifications";

/** Small messages in the corner: what has just been done, or what went wrong. */
export const toast = {
  done: (message: string) => notifications.show({ message, color: "pine", autoClose: 4_000 }),
  /** Something that happened to the person, not something that they tried. */
  warn: (title: string, message: string) =>
    notifications.show({ title, message, color: "orange", autoClose: 15_000 }),
  error: (problem: unknown) =>
    notifications.show({
      title: "This did not work",
      message: problem instanceof Error ? problem.message : String(problem),
      color: "red",
      autoClose: 10_000,
    }),
};
