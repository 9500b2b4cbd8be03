import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { AppDocument, Call } from "../api/types.ts";
import type { Action } from "../state/action.ts";
import { useServerName } from "../state/names.ts";
import { visibleName } from "../text/visible.ts";
import { Refusal } from "../ui/notes.tsx";
import { permissionWords } from "./permissions.ts";

/** What an app wants to reach and use, before it runs for the first time. */
export function AppConsent({ call, document, agree }: { call: Call; document: AppDocument; agree: Action<[]> }): ReactElement {
  const server = useServerName(call.server);
  const domains = document.domains ?? [];
  const permissions = document.permissions ?? [];
  return (
    <div role="group" className="question" aria-label={`Consent for the app of ${visibleName(call.tool)}`}>
      <strong>
        <bdi>{visibleName(call.tool)}</bdi> of <bdi>{server}</bdi> has an interface of its own
      </strong>
      <p>It runs in a sandbox: it sees nothing of this page, and every tool it calls asks you as a model’s call would.</p>
      {domains.length > 0 ? (
        <>
          <div>It wants to reach:</div>
          <ul aria-label="Addresses it wants to reach">
            {domains.map((one) => (
              <li key={one} className="mono">
                {visibleName(one)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>It asks for no address on the network.</p>
      )}
      {permissions.length > 0 ? (
        <>
          <div>It wants to use:</div>
          <ul aria-label="What it wants to use">
            {permissions.map((one) => (
              <li key={one}>{permissionWords(one) ?? visibleName(one)}</li>
            ))}
          </ul>
        </>
      ) : null}
      <Button size="xs" loading={agree.busy} onClick={() => void agree.run()}>
        Agree and show it
      </Button>
      <Refusal error={agree.error} />
    </div>
  );
}
