import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** A link in running text, underlined: among dimmed words its colour alone would not tell it. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} size="sm" underline="always">
      {children}
    </Anchor>
  );
}
