import { Center, Loader } from "@mantine/core";
import type { ReactNode } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import type { Permission } from "../api/types";
import { ErrorState } from "../shared/states";
import { Forbidden } from "./Forbidden";
import { useSession } from "./session";

/** Waits for the session; sends strangers to the sign-in and remembers where they wanted to go. */
export function RequireUser({ children }: { children: ReactNode }) {
  const { user, loading, error, refresh } = useSession();
  const location = useLocation();
  if (loading) {
    return (
      <Center h="100vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  if (user) return children;
  if (error) {
    return (
      <Center h="100vh" p="md">
        <ErrorState error={error} retry={refresh} />
      </Center>
    );
  }
  const target = location.pathname + location.search;
  return (
    <Navigate
      to={target === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(target)}`}
      replace
    />
  );
}

/** The server decides; this only spares a person pages that would answer "no". */
export function RequirePermission({ anyOf }: { anyOf: Permission[] }) {
  const { can } = useSession();
  return anyOf.some(can) ? <Outlet /> : <Forbidden />;
}
