import { Page } from "../../shared/Page";

export default function Placeholder() {
  return <Page title="review">{null}</Page>;
}
