/** An address of the web, or null for everything else that a peer may put into a link. */
export function webAddress(href: string): URL | null {
  try {
    const url = new URL(href);
    return url.protocol === "https:" || url.protocol === "http:" ? url : null;
  } catch {
    return null;
  }
}
