import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { Link } from "react-router";
import { usePageTitle } from "../shared/Page";
import { EmptyState } from "../shared/states";

export function Forbidden() {
  usePageTitle("Not for your role");
  return (
    <EmptyState
      order={1}
      icon={IconLock}
      title="This page is not for your role"
      action={
        <Button component={Link} to="/" variant="default" mt="sm">
          Back to the start
        </Button>
      }
    >
      If you need it for your work, ask an administrator for the role.
    </EmptyState>
  );
}
