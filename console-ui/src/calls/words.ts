import type { Call, CallState, ToolHints } from "../api/types.ts";
import { writeJson } from "../json/write.ts";
import { isObject } from "../json/value.ts";
import { beginning, visibleName } from "../text/visible.ts";
import { clock, duration, size } from "../text/format.ts";
import type { ChipTone } from "../ui/Chip.tsx";
import type { IconName } from "../ui/icons.tsx";

export const STATE_WORDS: Record<CallState, string> = {
  pending: "pending",
  approval: "awaiting approval",
  running: "running",
  success: "success",
  error: "error from the tool",
  failed: "failed",
  cancelled: "cancelled",
  denied: "denied",
  timeout: "timed out",
};

export const STATE_TONES: Record<CallState, ChipTone> = {
  pending: "plain",
  approval: "warn",
  running: "info",
  success: "good",
  error: "bad",
  failed: "bad",
  cancelled: "plain",
  denied: "warn",
  timeout: "bad",
};

export const STATE_ICONS: Record<CallState, IconName> = {
  pending: "clock",
  approval: "question",
  running: "reload",
  success: "check",
  error: "cross",
  failed: "warning",
  cancelled: "slash",
  denied: "slash",
  timeout: "clock",
};

export function isOver(call: Pick<Call, "state">): boolean {
  return call.state !== "pending" && call.state !== "approval" && call.state !== "running";
}

/** When, how long without those who were asked, how much: `128 ms · 1.4 kB · 14:03:22`. */
export function callFacts(call: Call): string {
  const took = typeof call.tookMs === "number" ? Math.max(0, call.tookMs - (call.waitedMs ?? 0)) : null;
  return [duration(took), size(call.result?.bytes ?? call.bytes), clock(call.startedAt)].filter((one) => one !== "").join(" · ");
}

/** Where the time of a call went, measured by the backend. */
export function timing(call: Call): string {
  const parts: string[] = [];
  if (call.queueMs !== null && call.queueMs !== undefined) parts.push(`queued ${duration(call.queueMs)}`);
  if (call.wireMs !== null && call.wireMs !== undefined) parts.push(`at the wire ${duration(call.wireMs)}`);
  if (call.tookMs !== null && call.tookMs !== undefined) parts.push(`in all ${duration(call.tookMs)}`);
  if (call.waitedMs) parts.push(`${duration(call.waitedMs)} of it waiting for you`);
  return parts.join(", ");
}

export function argumentPreview(call: Pick<Call, "arguments">): string {
  const given = call.arguments;
  if (given === undefined || given === null) return "";
  if (isObject(given) && Object.keys(given).length === 0) return "";
  const text = isObject(given)
    ? Object.entries(given)
        .map(([name, value]) => `${name}: ${beginning(writeJson(value), 60)}`)
        .join(", ")
    : writeJson(given);
  return visibleName(beginning(text, 140));
}

export function hintWords(hints: ToolHints | null | undefined): string[] {
  if (!hints) return [];
  const words: string[] = [];
  if (hints.readOnly === true) words.push("read-only");
  if (hints.destructive === true && hints.readOnly !== true) words.push("destructive");
  if (hints.idempotent === true) words.push("idempotent");
  if (hints.openWorld === true) words.push("open-world");
  if (hints.openWorld === false) words.push("closed world");
  return words;
}
