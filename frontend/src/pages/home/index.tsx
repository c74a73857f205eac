import { Stack } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useSession, useUser } from "../../app/session";
import { Page } from "../../shared/Page";
import { EmptyState } from "../../shared/states";
import { AnnotatorPart } from "./AnnotatorPart";
import { PhonesPart } from "./PhonesPart";
import { ReviewerPart } from "./ReviewerPart";

/** What to do next, by what the person may do. */
export default function Home() {
  const user = useUser();
  const { can } = useSession();
  const first = (user.name || user.username).split(" ")[0];
  const nothing =
    !can("annotate") && !can("review") && !can("drive_devices") && !can("manage_devices");

  return (
    <Page title="Home" heading={`Hello, ${first}`} description="What there is to do next.">
      {user.roles.length === 0 ? (
        <div className="pb-panel">
          <EmptyState icon={IconKey} title="Your account has no role yet">
            An administrator gives it one; then your work appears here.
          </EmptyState>
        </div>
      ) : (
        <Stack gap={36}>
          {can("annotate") && <AnnotatorPart />}
          {can("review") && <ReviewerPart />}
          {(can("manage_devices") || nothing || can("drive_devices")) && <PhonesPart />}
        </Stack>
      )}
    </Page>
  );
}
