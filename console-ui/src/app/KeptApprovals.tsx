import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { api, part } from "../api/client.ts";
import type { KeptApproval } from "../api/types.ts";
import { useAction } from "../state/action.ts";
import { serverName } from "../state/names.ts";
import { useKeptApprovals } from "../state/shared.ts";
import { moment } from "../text/format.ts";
import { visibleName } from "../text/visible.ts";
import { Chip } from "../ui/Chip.tsx";
import { Refusal } from "../ui/notes.tsx";

/** What is allowed or denied for good, each of which can be taken back. */
export function KeptApprovals(): ReactElement {
  const { data, loaded, error } = useKeptApprovals();
  const forget = useAction((one: KeptApproval) => api.remove(`/api/approvals/kept/${part(one.id)}`));
  return (
    <section aria-label="Always allowed or denied" className="kept-approvals">
      <h3>Always allowed or denied</h3>
      <Refusal error={forget.error ?? error} />
      {!loaded && !error ? <p className="dim">Loading…</p> : null}
      {loaded && data.kept.length === 0 ? <p className="dim">Nothing: every call of a model is asked about.</p> : null}
      <ul className="plain-list" data-testid="kept-approvals">
        {data.kept.map((one) => (
          <KeptRow key={one.id} kept={one} busy={forget.busy} forget={() => void forget.run(one)} />
        ))}
      </ul>
    </section>
  );
}

export function KeptRow({ kept, busy, forget }: { kept: KeptApproval; busy: boolean; forget: () => void }): ReactElement {
  const server = serverName(kept.server);
  const what = kept.tool ? `${visibleName(kept.tool)} on ${server}` : `every tool of ${server}`;
  return (
    <li className="found-row" aria-label={what}>
      <span className="grow min0">
        <Chip tone={kept.decision === "allow" ? "good" : "bad"}>{kept.decision === "allow" ? "allowed" : "denied"}</Chip> <bdi className="name">{what}</bdi>{" "}
        {kept.holds === false ? <span className="dim">not in effect: the server is another one now</span> : null}
        {kept.at ? <span className="dim">since {moment(kept.at)}</span> : null}
      </span>
      <Button size="compact-xs" variant="default" aria-label={`Take back: ${what}`} disabled={busy} onClick={forget}>
        Take back
      </Button>
    </li>
  );
}
