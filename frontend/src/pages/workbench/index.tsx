import { useParams } from "react-router";
import { Page } from "../../shared/Page";
import { ErrorState, LoadingRows } from "../../shared/states";
import { useEditor } from "./useEditor";
import { Workbench } from "./Workbench";

/** One demonstration; the key makes a fresh page of each, so nothing is carried over. */
export default function WorkbenchPage() {
  const { id = "" } = useParams();
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { editor, state, error, retry } = useEditor(id);
  if (state.episode) return <Workbench editor={editor} state={state} episode={state.episode} />;
  return (
    <Page title="Demonstration">
      {error ? <ErrorState error={error} retry={retry} /> : <LoadingRows rows={2} height={240} />}
    </Page>
  );
}
