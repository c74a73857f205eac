import { NativeSelect } from "@mantine/core";
import { useMemo, useState } from "react";
import { ErrorState, LoadingRows } from "../shared/states";
import classes from "./gallery.module.css";
import { useSpec } from "./queries";
import { highlight } from "./yaml";

/** The files that the app is made of, to read beside it. */
export function Spec({ app }: { app: string }) {
  const spec = useSpec(app);
  const [name, setName] = useState("app.yaml");
  const files = spec.data ?? [];
  const text = files.find((file) => file.name === name)?.text ?? "";
  const lines = useMemo(() => text.replace(/\n$/, "").split("\n").map(highlight), [text]);
  if (spec.error) return <ErrorState error={spec.error} retry={() => spec.refetch()} />;
  if (spec.isPending) return <LoadingRows rows={10} height={18} />;
  return (
    <>
      {files.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label="File"
          data={files.map((file) => file.name)}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className={classes.spec} tabIndex={0} aria-label={name}>
        {lines.map((parts, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no other identity
          <div key={line} className={classes.specLine}>
            {parts.map(({ kind, text }, part) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor have their parts
              <span key={part} className={classes[`yaml-${kind}`]}>
                {text}
              </span>
            ))}
          </div>
        ))}
      </section>
    </>
  );
}
