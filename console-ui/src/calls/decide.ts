import { api, ApiError, part } from "../api/client.ts";
import type { Approval, Decision } from "../api/types.ts";
import type { Json } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { storableJson } from "../schema/secrets.ts";
import { keepDraft, readDraft } from "../state/drafts.ts";
import { store } from "../state/store.ts";
import { visibleText } from "../text/visible.ts";
import { wholeApprovals } from "./mounted.ts";

/** Before what was written, so that a field that was emptied is still one that was written in. */
const WRITTEN = "=";

export function argumentsKey(approval: Pick<Approval, "id">): string {
  return `approval.${approval.id}.arguments`;
}

export function reasonKey(approval: Pick<Approval, "id">): string {
  return `approval.${approval.id}.reason`;
}

/** The arguments that somebody wrote in place of those asked for; null where nobody did. */
export function writtenIn(draft: string | null): string | null {
  return draft?.startsWith(WRITTEN) ? draft.slice(WRITTEN.length) : null;
}

export function asDraft(written: string | null): string {
  return written === null ? "" : WRITTEN + written;
}

/** Arguments that are being changed outlast the page whole or not at all: a part of them would be another call. */
export function storableDraft(draft: string): string | null {
  const written = writtenIn(draft);
  return written === null || storableJson(written) === written ? draft : null;
}

/** Arguments as a text to be changed: hidden characters are written as JSON escapes them, so that they mean the same and are seen. */
export function editable(given: Json): string {
  return visibleText(writeJson(given, 2));
}

/** Whether somebody is changing what would be sent, or writes why it is denied; such a call is allowed in its card only. */
export function isBeingEdited(approval: Approval): boolean {
  return writtenIn(readDraft(argumentsKey(approval))) !== null || (readDraft(reasonKey(approval)) ?? "") !== "";
}

/** Tells the backend a decision. Where the call was decided before, by another page or by its end, it simply waits no more. */
export async function decide(approval: Approval, decision: Decision, more: { reason?: string; arguments?: unknown } = {}): Promise<void> {
  try {
    await api.post(`/api/approvals/${part(approval.id)}`, { decision, ...more });
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.code === "answered")) throw problem;
    store.event("approval-gone", { id: approval.id });
  }
  keepDraft(argumentsKey(approval), null);
  keepDraft(reasonKey(approval), null);
}

/**
 * Allows what else a chat asks about a server, all of whose tools were allowed just now. The backend cannot tell what is on the
 * page and in which cards somebody writes, so it answers none of them by itself. Tools with a rule of their own, and those that
 * changed, are left to their cards.
 */
export async function allowOthers({ chat, server }: Approval): Promise<void> {
  const others = store.get().approvals.filter((one) => chat && one.chat === chat && one.server === server && !one.ruled && one.why !== "changed");
  for (const other of others) if (wholeApprovals.get().has(other.id) && !isBeingEdited(other)) await decide(other, "once");
}
