import { Button } from "@mantine/core";
import { IconMapOff } from "@tabler/icons-react";
import { Link } from "react-router";
import { usePageTitle } from "../../shared/Page";
import { EmptyState } from "../../shared/states";

export default function NotFound() {
  usePageTitle("Not found");
  return (
    <EmptyState
      order={1}
      icon={IconMapOff}
      title="There is no such page"
      action={
        <Button component={Link} to="/" variant="default" mt="sm">
          Back to the start
        </Button>
      }
    >
      The address may be mistyped, or what it pointed to is gone.
    </EmptyState>
  );
}
