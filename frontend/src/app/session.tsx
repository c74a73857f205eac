import { useMantineColorScheme } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { api, ok } from "../api/client";
import { onReachability, onSessionLapsed, setCsrfToken } from "../api/http";
import type { Permission, Session, User } from "../api/types";
import { SignInAgain } from "./SignInAgain";

interface SessionState {
  user: User | null;
  /** The first answer of the server is still awaited. */
  loading: boolean;
  error: Error | null;
  /** False while the server does not answer; pages keep what they show and try again. */
  reachable: boolean;
  signIn: (username: string, password: string) => Promise<void>;
  signOut: () => Promise<void>;
  refresh: () => Promise<unknown>;
  can: (permission: Permission) => boolean;
}

const SessionContext = createContext<SessionState | null>(null);

export async function fetchSession(): Promise<Session> {
  const session = await ok<Session>(api.GET("/api/session"));
  setCsrfToken(session.csrf_token);
  return session;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { setColorScheme } = useMantineColorScheme();
  const query = useQuery({ queryKey: ["session"], queryFn: fetchSession, staleTime: 60_000 });
  const user = query.data?.user ?? null;

  const signIn = useCallback(
    async (username: string, password: string) => {
      await ok(api.POST("/api/session", { body: { username, password } }));
      client.setQueryData(["session"], await fetchSession());
    },
    [client],
  );

  const signOut = useCallback(async () => {
    await ok(api.DELETE("/api/session"));
    const session = await fetchSession();
    // First the session, which takes the pages away: their queries would only ask again and be refused.
    await client.cancelQueries();
    client.setQueryData(["session"], session);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
  }, [client]);

  // The theme is kept with the account, so it follows the person to another machine.
  useEffect(() => {
    if (user) setColorScheme(user.theme === "light" || user.theme === "dark" ? user.theme : "auto");
  }, [user, setColorScheme]);

  const [reachable, setReachable] = useState(true);
  useEffect(() => {
    onReachability(setReachable);
    return () => onReachability(() => {});
  }, []);
  useEffect(() => {
    if (reachable) return;
    const timer = setInterval(() => {
      fetchSession().then(
        () => client.invalidateQueries(),
        () => {},
      );
    }, 3_000);
    return () => clearInterval(timer);
  }, [reachable, client]);

  // All requests that met a lapsed session wait for one and the same sign-in.
  const [lapsed, setLapsed] = useState<User | null>(null);
  const waiting = useRef<{ answer: Promise<boolean>; resolve: (ok: boolean) => void } | null>(null);
  useEffect(() => {
    onSessionLapsed(() => {
      if (!user) return Promise.resolve(false);
      if (!waiting.current) {
        let resolve: (ok: boolean) => void = () => {};
        const answer = new Promise<boolean>((done) => {
          resolve = done;
        });
        waiting.current = { answer, resolve };
        setLapsed(user);
      }
      return waiting.current.answer;
    });
    return () => onSessionLapsed(null);
  }, [user]);

  function settleLapsed(ok: boolean) {
    waiting.current?.resolve(ok);
    waiting.current = null;
    setLapsed(null);
    if (!ok)
      client.setQueryData(["session"], (old: Session | undefined) => old && { ...old, user: null });
  }

  const state = useMemo<SessionState>(
    () => ({
      user,
      loading: query.isPending,
      error: query.error,
      reachable,
      signIn,
      signOut,
      refresh: () => client.invalidateQueries({ queryKey: ["session"] }),
      can: (permission) => user?.permissions[permission] === true,
    }),
    [user, query.isPending, query.error, reachable, signIn, signOut, client],
  );

  return (
    <SessionContext.Provider value={state}>
      {children}
      {lapsed && <SignInAgain user={lapsed} signIn={signIn} onDone={settleLapsed} />}
    </SessionContext.Provider>
  );
}

export function useSession(): SessionState {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it.");
  return session;
}

/** The signed-in person; only for pages behind the sign-in. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error("Nobody is signed in.");
  return user;
}

/** For parts (like time display) that also stand on pages without a session. */
export function useOptionalUser(): User | null {
  return useContext(SessionContext)?.user ?? null;
}
