import { api, ApiError, part } from "../api/client.ts";

/** Why a message could not be sent, until the chat that has it back in its field has shown it. */
const failures = new Map<string, ApiError>();

export function failureOf(chat: string | undefined): ApiError | null {
  return (chat !== undefined && failures.get(chat)) || null;
}

export function forgetFailure(chat: string | undefined): void {
  if (chat !== undefined) failures.delete(chat);
}

export interface Delivery {
  chat: string;
  /** False: the chat was made, but would not take the message. */
  sent: boolean;
}

/**
 * Sends a message, to a new chat where there is none yet. A refusal is thrown, unless a chat was made for the message before:
 * that chat is there now, so that the message belongs into its field, with the reason.
 */
export async function deliver(chat: string | undefined, choice: { model: string; servers: string[] | null }, body: object): Promise<Delivery> {
  const id = chat ?? (await api.post<{ id: string }>("/api/chats", choice)).id;
  failures.delete(id);
  try {
    await api.post(`/api/chats/${part(id)}/send`, body);
    return { chat: id, sent: true };
  } catch (problem) {
    if (chat !== undefined || !(problem instanceof ApiError)) throw problem;
    failures.set(id, problem);
    return { chat: id, sent: false };
  }
}
