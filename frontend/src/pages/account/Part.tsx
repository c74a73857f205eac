import { Title } from "@mantine/core";
import type { ReactNode } from "react";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pb-panel" style={{ padding: "20px 24px 24px" }} aria-label={title}>
      <Title order={2} size="h2" mb="md">
        {title}
      </Title>
      {children}
    </section>
  );
}
