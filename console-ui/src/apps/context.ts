import type { Call, Tool } from "../api/types.ts";
import { plainValue } from "./results.ts";

export type DisplayMode = "inline" | "fullscreen";

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The page's colours under the names that apps know. */
export function styleVariables(): Record<string, string> {
  return {
    "--color-background-primary": css("--ground"),
    "--color-background-secondary": css("--panel"),
    "--color-background-tertiary": css("--raised"),
    "--color-background-info": css("--accent-soft"),
    "--color-background-danger": css("--bad-soft"),
    "--color-background-success": css("--good-soft"),
    "--color-background-warning": css("--warn-soft"),
    "--color-text-primary": css("--text"),
    "--color-text-secondary": css("--dim"),
    "--color-text-info": css("--accent"),
    "--color-text-danger": css("--bad"),
    "--color-text-success": css("--good"),
    "--color-text-warning": css("--warn"),
    "--color-border-primary": css("--line"),
    "--color-ring-primary": css("--accent"),
    "--font-sans": 'system-ui, "Segoe UI", Roboto, sans-serif',
    "--font-mono": css("--mono"),
    "--border-radius-sm": "4px",
    "--border-radius-md": "6px",
  };
}

/** What an app is told about where it is. Its size is that of the box the page gives it, never its own report. */
export function hostContext(call: Call, tool: Tool | undefined, theme: "light" | "dark", displayMode: DisplayMode, width: number, maxHeight: number): Record<string, unknown> {
  return {
    theme,
    styles: { variables: styleVariables() },
    displayMode,
    availableDisplayModes: ["inline", "fullscreen"],
    containerDimensions: { width: Math.round(width), maxHeight: Math.round(maxHeight) },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: "fairlead-console",
    platform: "web",
    deviceCapabilities: { touch: matchMedia("(pointer: coarse)").matches, hover: matchMedia("(hover: hover)").matches },
    toolInfo: {
      id: call.id,
      tool: { name: call.tool, description: tool?.description ?? undefined, inputSchema: plainValue(tool?.inputSchema ?? { type: "object" }) },
    },
  };
}
