/** Where the arguments of a prompt are kept while they are written, here and in a chat. */
export function promptDraft(prompt: { server: string; name: string }): string {
  return `prompt.${prompt.server}.${prompt.name}`;
}
