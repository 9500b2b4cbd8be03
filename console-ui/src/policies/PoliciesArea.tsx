import "./policies.css";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Policy, PolicyFact } from "../api/types.ts";
import { openDialog } from "../app/dialogState.ts";
import { usePolicies } from "../state/shared.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { Refusal } from "../ui/notes.tsx";

/** What is denied unless somebody allows it, as it is on this machine. */
export function PoliciesArea(): ReactElement {
  const { data, loaded, error } = usePolicies();
  if (!loaded) return error ? <Refusal error={error} /> : <div className="loading">Loading…</div>;
  return (
    <section className="policies" aria-label="Ten policies" data-testid="policies" tabIndex={0}>
      <p className="dim">
        What is denied unless somebody allows it, as it is here and now; <code>fairlead policy</code> prints the same.{" "}
        <Button size="compact-xs" variant="default" onClick={() => openDialog({ kind: "settings" })}>
          Change the settings
        </Button>
      </p>
      <Refusal error={error} />
      <PolicyList policies={data.policies} />
    </section>
  );
}

export function PolicyList({ policies }: { policies: readonly Policy[] }): ReactElement {
  return (
    <>
      {policies.map((one) => (
        <OnePolicy key={one.name} policy={one} />
      ))}
    </>
  );
}

function OnePolicy({ policy }: { policy: Policy }): ReactElement {
  const title = `${policy.number}. ${policy.title}`;
  return (
    <section className="policy" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {policy.facts.map((fact, index) => (
          <Fact key={`${fact.name} ${index}`} fact={fact} />
        ))}
      </ul>
      {policy.change.map((how) => (
        <p key={how} className="dim">
          To change: {visibleText(how)}
        </p>
      ))}
    </section>
  );
}

function Fact({ fact }: { fact: PolicyFact }): ReactElement {
  return (
    <li>
      {fact.server === null ? null : (
        <>
          <bdi className="name strong">{visibleName(fact.server)}</bdi>{" "}
        </>
      )}
      {visibleName(fact.holds)} <bdi className="dim">[{visibleName(fact.from)}]</bdi>
    </li>
  );
}
