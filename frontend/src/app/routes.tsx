import { createBrowserRouter, type RouteObject } from "react-router";
import type { Permission } from "../api/types";
import { Boundary, RouteError } from "./Boundary";
import { RequirePermission, RequireUser } from "./guards";
import { Shell } from "./Shell";

/** Each page is a chunk of its own; its module's default export is the page. */
function page(load: () => Promise<{ default: React.ComponentType }>): Pick<RouteObject, "lazy"> {
  return { lazy: async () => ({ Component: (await load()).default }) };
}

function guarded(permissions: Permission[], children: RouteObject[]): RouteObject {
  return { element: <RequirePermission anyOf={permissions} />, children };
}

export const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    HydrateFallback: () => null,
    children: [
      { path: "/sign-in", ...page(() => import("../pages/sign-in")) },
      {
        element: (
          <RequireUser>
            <Shell />
          </RequireUser>
        ),
        children: [
          {
            element: <Boundary />,
            errorElement: <RouteError />,
            children: [
              { index: true, ...page(() => import("../pages/home")) },
              guarded(
                ["annotate"],
                [
                  { path: "tasks", ...page(() => import("../pages/tasks")) },
                  { path: "demonstrations", ...page(() => import("../pages/demonstrations")) },
                ],
              ),
              { path: "demonstrations/:id", ...page(() => import("../pages/workbench")) },
              guarded(
                ["review"],
                [
                  { path: "review", ...page(() => import("../pages/review-queue")) },
                  { path: "review/:id", ...page(() => import("../pages/review")) },
                ],
              ),
              guarded(
                ["grade", "take_over"],
                [{ path: "grading/:id", ...page(() => import("../pages/grade")) }],
              ),
              guarded(["grade"], [{ path: "grading", ...page(() => import("../pages/grading")) }]),
              { path: "episodes", ...page(() => import("../pages/episodes")) },
              { path: "episodes/:id", ...page(() => import("../pages/viewer")) },
              { path: "phones", ...page(() => import("../pages/phones")) },
              { path: "phones/:id", ...page(() => import("../pages/phone")) },
              guarded(
                ["manage_tasks"],
                [
                  { path: "gallery", ...page(() => import("../pages/gallery")) },
                  { path: "gallery/:app", ...page(() => import("../pages/gallery-app")) },
                ],
              ),
              guarded(
                ["manage_tasks"],
                [
                  { path: "campaigns", ...page(() => import("../pages/campaigns")) },
                  { path: "campaigns/:id", ...page(() => import("../pages/campaign")) },
                  { path: "runs", ...page(() => import("../pages/runs")) },
                  { path: "runs/:id", ...page(() => import("../pages/run")) },
                  { path: "agents", ...page(() => import("../pages/agents")) },
                  { path: "training", ...page(() => import("../pages/training-jobs")) },
                  { path: "training/new", ...page(() => import("../pages/training-new")) },
                  { path: "training/datasets", ...page(() => import("../pages/datasets")) },
                  { path: "training/datasets/new", ...page(() => import("../pages/dataset-new")) },
                  { path: "training/datasets/:id", ...page(() => import("../pages/dataset")) },
                  { path: "training/checkpoints", ...page(() => import("../pages/checkpoints")) },
                  {
                    path: "training/checkpoints/:id",
                    ...page(() => import("../pages/checkpoint")),
                  },
                  { path: "training/:id", ...page(() => import("../pages/training-job")) },
                ],
              ),
              guarded(
                ["take_over"],
                [{ path: "guard-rules", ...page(() => import("../pages/guard-rules")) }],
              ),
              { path: "account", ...page(() => import("../pages/account")) },
              guarded(
                ["manage_people"],
                [{ path: "people", ...page(() => import("../pages/people")) }],
              ),
              guarded(["see_audit"], [{ path: "audit", ...page(() => import("../pages/audit")) }]),
              { path: "*", ...page(() => import("../pages/not-found")) },
            ],
          },
        ],
      },
    ],
  },
];

export function makeRouter() {
  return createBrowserRouter(routes);
}
