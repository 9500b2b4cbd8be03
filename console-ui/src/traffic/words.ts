import type { Row } from "../api/types.ts";

export const DIRECTION_WORDS: Record<Row["direction"], string> = { out: "→", in: "←", app: "⇄" };
export const DIRECTION_NAMES: Record<Row["direction"], string> = { out: "to the server", in: "from the server", app: "of an app" };
export const STATUS_WORDS: Record<string, string> = { open: "…", ok: "ok", error: "error", cancelled: "cancelled", lost: "lost", none: "" };
