import { Stack } from "@mantine/core";
import { Page } from "../../shared/Page";
import { PasswordPart } from "./PasswordPart";
import { ProfilePart } from "./ProfilePart";
import { TokensPart } from "./TokensPart";

export default function Account() {
  return (
    <Page
      title="Account"
      description="How you appear, how you sign in, and what your programs may do."
    >
      <Stack gap="lg" maw={760}>
        <ProfilePart />
        <PasswordPart />
        <TokensPart />
      </Stack>
    </Page>
  );
}
