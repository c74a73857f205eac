import {
  IconApps,
  IconBox,
  IconChartBar,
  IconChecklist,
  IconClipboardCheck,
  IconDatabase,
  IconDeviceMobile,
  IconHistory,
  IconHome,
  IconPlayerPlay,
  type IconProps,
  IconRobot,
  IconRoute,
  IconSchool,
  IconSettingsCode,
  IconShieldHalf,
  IconStack2,
  IconTargetArrow,
  IconUsers,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Permission } from "../api/types";

export interface NavItem {
  to: string;
  label: string;
  icon: ComponentType<IconProps>;
  /** Shown to everyone when absent. */
  permission?: Permission;
  /** Served by Django itself, outside this app. */
  external?: boolean;
}

export interface NavGroup {
  label: string;
  items: NavItem[];
}

export const navigation: NavGroup[] = [
  {
    label: "Work",
    items: [
      { to: "/", label: "Home", icon: IconHome },
      { to: "/tasks", label: "Tasks", icon: IconTargetArrow, permission: "annotate" },
      {
        to: "/demonstrations",
        label: "My demonstrations",
        icon: IconRoute,
        permission: "annotate",
      },
      { to: "/review", label: "Review", icon: IconClipboardCheck, permission: "review" },
      { to: "/grading", label: "Grading", icon: IconChecklist, permission: "grade" },
    ],
  },
  {
    label: "Look",
    items: [
      { to: "/phones", label: "Phones", icon: IconDeviceMobile },
      { to: "/gallery", label: "Gallery", icon: IconApps, permission: "manage_tasks" },
      { to: "/episodes", label: "Episodes", icon: IconStack2 },
    ],
  },
  {
    label: "Agents",
    items: [
      { to: "/campaigns", label: "Campaigns", icon: IconChartBar, permission: "manage_tasks" },
      { to: "/runs", label: "Runs", icon: IconPlayerPlay, permission: "manage_tasks" },
      { to: "/agents", label: "Agents", icon: IconRobot, permission: "manage_tasks" },
      { to: "/guard-rules", label: "Guard rules", icon: IconShieldHalf, permission: "take_over" },
    ],
  },
  {
    label: "Training",
    items: [
      { to: "/training", label: "Jobs", icon: IconSchool, permission: "manage_tasks" },
      {
        to: "/training/datasets",
        label: "Datasets",
        icon: IconDatabase,
        permission: "manage_tasks",
      },
      {
        to: "/training/checkpoints",
        label: "Checkpoints",
        icon: IconBox,
        permission: "manage_tasks",
      },
    ],
  },
  {
    label: "Administer",
    items: [
      { to: "/people", label: "People", icon: IconUsers, permission: "manage_people" },
      { to: "/audit", label: "Audit log", icon: IconHistory, permission: "see_audit" },
      {
        to: "/admin/",
        label: "Django admin",
        icon: IconSettingsCode,
        permission: "manage_people",
        external: true,
      },
    ],
  },
];

/** The item whose page this is: of several that fit an address, the one that says most. */
export function activeItem(pathname: string): NavItem | undefined {
  return navigation
    .flatMap(({ items }) => items)
    .filter(
      ({ to, external }) =>
        !external && (pathname === to || (to !== "/" && pathname.startsWith(`${to}/`))),
    )
    .sort((a, b) => b.to.length - a.to.length)[0];
}

/** What this person gets to see, empty groups left out. */
export function visibleNavigation(can: (permission: Permission) => boolean): NavGroup[] {
  return navigation
    .map((group) => ({
      ...group,
      items: group.items.filter((item) => !item.permission || can(item.permission)),
    }))
    .filter((group) => group.items.length > 0);
}
