import type { Role } from "../../api/types";

export const ROLES: { value: Role; label: string; description: string }[] = [
  {
    value: "annotator",
    label: "Annotator",
    description: "Claims tasks and records demonstrations",
  },
  {
    value: "reviewer",
    label: "Reviewer",
    description: "Accepts, sends back or rejects demonstrations",
  },
  { value: "evaluator", label: "Evaluator", description: "Grades runs" },
  {
    value: "lead",
    label: "Lead",
    description: "Runs phones and tasks, takes phones over, reads the audit log",
  },
  { value: "researcher", label: "Researcher", description: "Sees all episodes, manages tasks" },
  { value: "admin", label: "Admin", description: "Everything, people included" },
];
