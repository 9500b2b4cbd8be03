/** A prompt that a chat begins with. */
export interface HandedPrompt {
  server: string;
  name: string;
  arguments: Record<string, string>;
}

let handed: HandedPrompt | null = null;

/**
 * Gives a prompt to the chat that is opened next. It is handed over in the page and not in its address: an address can come from
 * anybody, and must not send anything.
 */
export function handOver(prompt: HandedPrompt): void {
  handed = prompt;
}

/** What was handed over, once. */
export function takeHandedOver(): HandedPrompt | null {
  const prompt = handed;
  handed = null;
  return prompt;
}
