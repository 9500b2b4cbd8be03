import { useEffect, useState } from "react";
import { api, ApiError } from "../api/client.ts";
import type { Server, Understood } from "../api/types.ts";
import type { ConsoleState } from "../state/model.ts";
import { useConsole } from "../state/store.ts";

/** Long enough that not every letter is asked about. */
const PAUSE_MS = 200;

/** What a text was understood as; of another text it says nothing. */
export interface Understanding {
  text: string;
  understood: Understood;
}

/**
 * Whether a text may be connected: only when it is known, and shown, what exactly this text stands for, and that is not up
 * already, nor to be kept although it stands elsewhere.
 */
export function mayConnect(understanding: Understanding | null, text: string, servers: readonly Server[] = [], keep = false): boolean {
  if (text.trim() === "" || understanding?.text !== text) return false;
  const { understood } = understanding;
  const there = inTheList(understood, servers);
  return understood.kind !== "empty" && understood.kind !== "problem" && !isUp(there) && !(keep && isElsewhere(there));
}

/** Whether a server of the list is not one of the person's own file, where it would be kept. */
export function isElsewhere(server: Server | undefined): boolean {
  return server !== undefined && server.source?.kind !== "own";
}

/** The server of the list that a text stands for, if it stands for just that one. */
export function inTheList(understood: Understood, servers: readonly Server[]): Server | undefined {
  const there = understood.servers?.length === 1 ? understood.servers[0]!.there : null;
  return there ? servers.find((one) => one.id === there) : undefined;
}

export function isUp(server: Server | undefined): boolean {
  return server?.state === "connected" || server?.state === "connecting";
}

/** What an answer depends on beside the text: the backend that gave it, and the list, which another tab may change. */
export function askedOf(state: Pick<ConsoleState, "generation" | "servers">): string {
  return [state.generation, ...state.servers.map((server) => server.id)].join("\n");
}

/** Asks the backend what a text stands for, a moment after it was last changed, and again when the answer may be another. */
export function useUnderstood(text: string): Understanding | null {
  const asked = useConsole(askedOf);
  const [answer, setAnswer] = useState<Understanding | null>(null);
  useEffect(() => {
    if (text.trim() === "") return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.post<Understood>("/api/understand", { text }, stop.signal).then(
        (understood) => setAnswer({ text, understood }),
        (problem: unknown) => {
          if (problem instanceof ApiError) setAnswer({ text, understood: { kind: "problem", problem: problem.message } });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, asked]);
  return answer?.text === text ? answer : null;
}
