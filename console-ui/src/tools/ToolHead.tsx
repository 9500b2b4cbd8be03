import type { ReactElement } from "react";
import type { Tool } from "../api/types.ts";
import { go } from "../app/route.ts";
import { hintWords } from "../calls/words.ts";
import { useServerName } from "../state/names.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { Chip } from "../ui/Chip.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Name } from "../ui/Name.tsx";
import { JsonTree } from "../viewers/JsonTree.tsx";

const APPROVAL_WORDS = { ask: "asks before a model calls it", allow: "a model may call it", deny: "no model may call it" } as const;

/** What a tool says about itself, and what was found about that. */
export function ToolHead({ tool }: { tool: Tool }): ReactElement {
  const server = useServerName(tool.server);
  const hints = hintWords(tool.hints);
  return (
    <header className="tool-head">
      <div className="tool-title">
        <span className="only-narrow">
          <IconButton icon="in" label="Back to the list of tools" onClick={() => go("tools")} />
        </span>
        <h2>
          <Name of={tool.name} />
        </h2>
        <span className="dim">
          on <bdi>{server}</bdi>
        </span>
      </div>
      {tool.title && tool.title !== tool.name ? <div className="wrap">{visibleName(tool.title)}</div> : null}
      {tool.description ? <p className="dim wrap description">{visibleText(tool.description)}</p> : null}
      <div className="chips">
        {hints.map((hint) => (
          <Chip key={hint} title="The server says so; nobody has verified it." tone={hint === "destructive" ? "warn" : "plain"}>
            {hint}
          </Chip>
        ))}
        {tool.app ? <Chip tone="info">has its own interface</Chip> : null}
        {tool.approval ? <Chip>{APPROVAL_WORDS[tool.approval]}</Chip> : null}
      </div>
      {(tool.findings?.length ?? 0) > 0 ? (
        <details className="findings" open>
          <summary className="warn-text">{tool.findings!.length} findings about this tool</summary>
          <ul>
            {tool.findings!.map((finding, index) => (
              <li key={index}>{visibleText(finding)}</li>
            ))}
          </ul>
        </details>
      ) : null}
      <details>
        <summary className="dim">Schemas</summary>
        <JsonTree value={tool.inputSchema ?? {}} label="input schema" />
        {tool.outputSchema ? <JsonTree value={tool.outputSchema} label="output schema" /> : null}
      </details>
    </header>
  );
}
