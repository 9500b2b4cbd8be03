import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { store } from "../state/store.ts";

/**
 * A part of the page that is loaded when first shown. It is code, and whoever is at the console's address while the console is
 * not could give another: so it waits until the console is there.
 */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    await whenLive();
    return { default: await load() };
  });
}

export function whenLive(): Promise<void> {
  return new Promise((go) => {
    let stop: () => void = () => undefined;
    const look = (): boolean => {
      if (store.get().link !== "live") return false;
      stop();
      go();
      return true;
    };
    if (!look()) stop = store.subscribe(look);
  });
}
