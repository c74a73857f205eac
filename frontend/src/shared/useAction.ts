import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useCallback, useRef } from "react";

/** A click so soon after the same one worked is the second half of a double click. */
const DOUBLE_CLICK_MS = 400;

/**
 * Runs work once however often it is asked for: the same `key` again does nothing, and answers with
 * `undefined`, while it is under way or has just succeeded. (`disabled` comes only with the next render.)
 */
export function useOnce() {
  const running = useRef(new Set<string>());
  return useCallback(async <T>(work: () => Promise<T>, key = ""): Promise<T | undefined> => {
    const keys = running.current;
    if (keys.has(key)) return undefined;
    keys.add(key);
    let wait = 0; // after a failure it may be tried again at once
    try {
      const result = await work();
      wait = DOUBLE_CLICK_MS;
      return result;
    } finally {
      setTimeout(() => keys.delete(key), wait);
    }
  }, []);
}

/**
 * A mutation for a button: a double click is one call. What is asked for is known by its variables as JSON;
 * a function among them says nothing, so give a word beside it.
 */
export function useAction<Result, Variables = void>(
  options: UseMutationOptions<Result, Error, Variables>,
) {
  const mutation = useMutation(options);
  const { mutateAsync } = mutation;
  const once = useOnce();
  const mutate = useCallback<typeof mutation.mutate>(
    (...call) => {
      const key = JSON.stringify(call[0]) ?? "";
      once(() => mutateAsync(...call), key).catch(() => undefined); // the mutation keeps the error
    },
    [once, mutateAsync],
  );
  return { ...mutation, mutate };
}
