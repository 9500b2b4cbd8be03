interface Permission {
  /** As the browser's `allow` attribute names it. */
  feature: string;
  words: string;
}

/** What an app may ask for of the device, by the names of the protocol. */
const KNOWN: ReadonlyMap<string, Permission> = new Map([
  ["camera", { feature: "camera", words: "your camera" }],
  ["microphone", { feature: "microphone", words: "your microphone" }],
  ["geolocation", { feature: "geolocation", words: "where you are" }],
  ["clipboardWrite", { feature: "clipboard-write", words: "writing to your clipboard" }],
]);

/** Where a browser knows this rule, no script takes the focus; elsewhere it is taken back (`focus.ts`). */
const NO_FOCUS = "focus-without-user-activation 'none'";

/** The `allow` attribute for these permissions; what is not known is not given. */
export function allowed(permissions: readonly string[] | null | undefined): string {
  return [NO_FOCUS, ...(permissions ?? []).flatMap((one) => KNOWN.get(one)?.feature ?? [])].join("; ");
}

export function permissionWords(permission: string): string | undefined {
  return KNOWN.get(permission)?.words;
}
