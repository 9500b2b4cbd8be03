import { store } from "../state/store.ts";

/** Names under which a browser reaches this machine itself. */
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/;

/**
 * An address of the web, or null for everything else that a peer may put into a link. The console's own addresses are among
 * the rest: what is done here is decided in the page, never by a link that somebody else wrote.
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

function ownOrigins(): (string | null | undefined)[] {
  return [globalThis.location?.origin, store.get().sandbox];
}

function isSamePlace(url: URL, own: URL): boolean {
  return url.port === own.port && (url.hostname === own.hostname || (LOOPBACK.test(url.hostname) && LOOPBACK.test(own.hostname)));
}
