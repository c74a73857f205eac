import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";

/**
 * A page's filters as they stand in the address, so that a view can be shared and Back works.
 * Values equal to their default stay out of the address; any change but that of `page` starts at page 1 again.
 */
export function useUrlState<T extends Record<string, string>>(defaults: T) {
  const [params, setParams] = useSearchParams();
  // biome-ignore lint/correctness/useExhaustiveDependencies: defaults are constants of the page
  const state = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(defaults).map(([key, value]) => [key, params.get(key) ?? value]),
      ) as T,
    [params],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: defaults are constants of the page
  const set = useCallback(
    (change: Partial<T>) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          if ("page" in defaults && !("page" in change)) next.delete("page");
          for (const [key, value] of Object.entries(change)) {
            if (!value || value === defaults[key]) next.delete(key);
            else next.set(key, String(value));
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [state, set] as const;
}
