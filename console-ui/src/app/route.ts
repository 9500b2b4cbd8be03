import { useSyncExternalStore } from "react";

export const AREAS = ["chat", "tools", "prompts", "resources", "traffic", "dashboard", "policies"] as const;

/** Those that a narrow bar of areas has no room for; the settings lead there too. */
export const RARE_AREAS: readonly string[] = ["policies"];
export type Area = (typeof AREAS)[number];

/** Where the page is: an area, and what is chosen in it. Kept in the address, so that a reload comes back. */
export interface Route {
  area: Area;
  path: string[];
}

export function parseRoute(hash: string): Route {
  const parts = hash.replace(/^#\/?/, "").split("/").map(decode);
  const area = AREAS.find((one) => one === parts[0]) ?? "tools";
  return { area, path: parts.slice(1).filter((one) => one !== "") };
}

export function hashOf(area: Area, ...path: string[]): string {
  return `#/${[area, ...path.map(encodeURIComponent)].join("/")}`;
}

export function go(area: Area, ...path: string[]): void {
  const hash = hashOf(area, ...path);
  if (location.hash !== hash) location.hash = hash;
}

/** Where one was in each area, so that coming back finds it. */
const places = new Map<Area, string>();

/** The address of an area as one left it. */
export function areaHash(area: Area): string {
  return places.get(area) ?? hashOf(area);
}

export function goToArea(area: Area): void {
  location.hash = areaHash(area);
}

/** The place that the page was opened at; anybody can have written it. */
const opened = typeof location === "undefined" ? "" : location.hash;
let moved = false;

/** Whether somebody came to this place in the page, and not by an address from elsewhere that it was opened with. */
export function isOwnPlace(): boolean {
  moved ||= location.hash !== opened;
  return moved;
}

let last: { hash: string; route: Route } = { hash: "?", route: { area: "tools", path: [] } };

function current(): Route {
  if (last.hash !== location.hash) {
    isOwnPlace();
    last = { hash: location.hash, route: parseRoute(location.hash) };
    places.set(last.route.area, location.hash || hashOf(last.route.area));
  }
  return last.route;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, current);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
