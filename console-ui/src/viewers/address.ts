import { store } from "../state/store.ts";

/** Names under which a browser reaches this machine itself, as it writes them once it has read an address. */
const THIS_MACHINE = new RegExp(
  `^(${[
    String.raw`(.*\.)?localhost\.?`,
    String.raw`(127|0)(\.\d+){3}`,
    String.raw`\[::1?\]`,
    // IPv4 in IPv6: mapped, translated, and as it was once written.
    String.raw`\[::(ffff:(0:)?)?(7f[0-9a-f]{2}:[0-9a-f]{1,4}|0:[0-9a-f]{1,4})\]`,
    String.raw`\[64:ff9b::7f[0-9a-f]{2}:[0-9a-f]{1,4}\]`,
  ].join("|")})$`,
);

/** Whether an address leads to some program on this machine, whichever. */
export function isThisMachine(url: URL): boolean {
  return THIS_MACHINE.test(url.hostname);
}

/**
 * An address of the web that may be opened once somebody was asked, or null for everything else that a peer may name. The
 * console's own addresses are among the rest: what is done here is decided in the page, never by a link that somebody else wrote.
 */
export function webAddress(href: string, own: readonly (string | null | undefined)[] = ownOrigins()): URL | null {
  try {
    const url = new URL(href);
    const web = url.protocol === "https:" || url.protocol === "http:";
    return web && !own.some((origin) => origin && isSamePlace(url, new URL(origin))) ? url : null;
  } catch {
    return null;
  }
}

/**
 * An address that a link of a peer may lead to. Not one of this machine: a browser sends what it keeps for one program here to
 * every other, too, and nobody sees at a link which program it is.
 */
export function linkAddress(href: string): URL | null {
  const url = webAddress(href);
  return url && !isThisMachine(url) ? url : null;
}

function ownOrigins(): (string | null | undefined)[] {
  return [globalThis.location?.origin, store.get().sandbox];
}

function isSamePlace(url: URL, own: URL): boolean {
  return url.port === own.port && (url.hostname === own.hostname || (isThisMachine(url) && isThisMachine(own)));
}
