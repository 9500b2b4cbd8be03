import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { ResourceTemplate } from "../api/types.ts";
import { go } from "../app/route.ts";
import { useDraftTexts } from "../state/drafts.ts";
import { useServerName } from "../state/names.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Name } from "../ui/Name.tsx";
import { CompletedField } from "./CompletedField.tsx";
import { expand, variablesOf } from "./template.ts";

/** A template: its variables, and the address they give. */
export function TemplatePane({ template }: { template: ResourceTemplate }): ReactElement {
  const server = useServerName(template.server);
  const variables = variablesOf(template.uriTemplate);
  const [given, setGiven] = useDraftTexts(`template.${template.server}.${template.uriTemplate}`);
  const uri = expand(template.uriTemplate, given);
  const missing = variables.filter((one) => !given[one] && !new RegExp(`\\{[?&][^}]*\\b${one.replace(/\W/g, "")}\\b`).test(template.uriTemplate));
  return (
    <div className="pad">
      <div className="tool-title">
        <span className="only-narrow">
          <IconButton icon="in" label="Back to the list of resources" onClick={() => go("resources")} />
        </span>
        <h2>
          <Name of={template.title ?? template.name} />
        </h2>
        <span className="dim">on {server}</span>
      </div>
      <p className="mono dim wrap">{visibleName(template.uriTemplate)}</p>
      {template.description ? <p className="dim wrap">{visibleText(template.description)}</p> : null}
      <form
        className="schema-form narrow-form"
        aria-label={`Variables of ${visibleName(template.name)}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (missing.length === 0) go("resources", template.server, uri);
        }}
      >
        {variables.map((name) => (
          <CompletedField
            key={name}
            name={name}
            required={missing.includes(name)}
            value={given[name] ?? ""}
            onChange={(value) => setGiven(name, value)}
            server={template.server}
            reference={{ type: "resource", uriTemplate: template.uriTemplate }}
            context={given}
          />
        ))}
        <p className="mono wrap" role="status" aria-label="Address">
          {visibleName(uri)}
        </p>
        {missing.length > 0 ? <div className="dim">Still needed: {missing.map(visibleName).join(", ")}</div> : null}
        <div className="run-row">
          <Button type="submit" disabled={missing.length > 0}>
            Read
          </Button>
        </div>
      </form>
    </div>
  );
}
