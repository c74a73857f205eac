import { Page } from "../../shared/Page";

export default function Placeholder() {
  return <Page title="account">{null}</Page>;
}
