import { Button, Center, Group } from "@mantine/core";
import { IconMoodSad } from "@tabler/icons-react";
import { Outlet, useRouteError } from "react-router";
import { usePageTitle } from "../shared/Page";
import { EmptyState } from "../shared/states";

/** A place below the shell where errors of a page are caught, so that navigation stays alive. */
export function Boundary() {
  return <Outlet />;
}

/** An update of the platform replaces the chunks that an open tab still wants to load. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}

export function RouteError() {
  const error = useRouteError();
  usePageTitle("Something broke");
  const updated = isMissingChunk(error);
  return (
    <Center mih="60vh">
      <EmptyState
        order={1}
        icon={IconMoodSad}
        title={updated ? "PhoneBuddy was updated" : "This page broke"}
        action={
          <Group mt="sm">
            <Button onClick={() => location.reload()}>Reload</Button>
            <Button variant="default" component="a" href="/">
              Back to the start
            </Button>
          </Group>
        }
      >
        {updated
          ? "Reload to get the new version."
          : `What you saved is safe. The error was: ${error instanceof Error ? error.message : String(error)}`}
      </EmptyState>
    </Center>
  );
}
