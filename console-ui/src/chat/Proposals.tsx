import { useState, type KeyboardEvent, type ReactElement } from "react";
import type { Prompt, Resource } from "../api/types.ts";
import { serverName } from "../state/names.ts";
import { usePrompts, useResources } from "../state/shared.ts";
import { fuzzyFilter } from "../text/fuzzy.ts";
import { visibleName } from "../text/visible.ts";

export interface Proposal {
  title: string;
  detail: string;
  prompt?: Prompt;
  resource?: Resource;
}

export interface ProposalState {
  open: boolean;
  /** Where in the message the word begins that asks for proposals. */
  start: number;
  list: Proposal[];
  chosen: number;
  onKey: (event: KeyboardEvent, take: (proposal: Proposal) => void) => boolean;
}

const MOST = 8;

/** `/` at the beginning asks for prompts, `@` before a word for resources. */
export function wordBefore(text: string): { sign: "/" | "@"; typed: string; start: number } | null {
  const found = /(^\/|(?:^|\s)@)([^\s]*)$/.exec(text);
  if (!found) return null;
  const sign = found[1]!.trim() as "/" | "@";
  return { sign, typed: found[2]!, start: text.length - found[2]!.length - 1 };
}

export function useProposals(text: string): ProposalState {
  const prompts = usePrompts().data.prompts;
  const { resources } = useResources().data;
  const [chosen, setChosen] = useState(0);
  const [closedFor, setClosedFor] = useState("");
  const word = wordBefore(text);
  const list: Proposal[] = !word
    ? []
    : word.sign === "/"
      ? fuzzyFilter(prompts, word.typed, (one) => `${one.name} ${one.title ?? ""}`)
          .slice(0, MOST)
          .map((prompt) => ({ title: visibleName(prompt.name), detail: serverName(prompt.server), prompt }))
      : fuzzyFilter(resources, word.typed, (one) => `${one.name} ${one.uri}`)
          .slice(0, MOST)
          .map((resource) => ({ title: visibleName(resource.name), detail: visibleName(resource.uri), resource }));
  const open = list.length > 0 && closedFor !== text;
  const at = Math.min(chosen, list.length - 1);
  return {
    open,
    start: word?.start ?? 0,
    list,
    chosen: at,
    onKey: (event, take) => {
      if (!open) return false;
      if (event.key === "ArrowDown") setChosen(Math.min(at + 1, list.length - 1));
      else if (event.key === "ArrowUp") setChosen(Math.max(at - 1, 0));
      else if (event.key === "Enter" || event.key === "Tab") take(list[at]!);
      else if (event.key === "Escape") setClosedFor(text);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

export function Proposals({ proposals, take }: { proposals: ProposalState; take: (proposal: Proposal) => void }): ReactElement | null {
  if (!proposals.open) return null;
  return (
    <div id="composer-proposals" className="proposals" role="listbox" aria-label="Proposals">
      {proposals.list.map((one, index) => (
        <div
          key={`${one.title} ${one.detail}`}
          role="option"
          aria-selected={index === proposals.chosen}
          className="palette-row"
          onMouseDown={(event) => {
            event.preventDefault();
            take(one);
          }}
        >
          <bdi className="name strong">{one.title}</bdi>
          <span className="dim name">{one.detail}</span>
        </div>
      ))}
    </div>
  );
}
