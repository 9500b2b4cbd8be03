import type { ReactElement } from "react";

const PATHS = {
  chat: "M4 5h16v11H9l-5 4z",
  tools: "M14 6a4 4 0 0 0 5 5l-8 8-4-4 8-8zM14 6l3-3 4 4-3 3",
  prompts: "M5 7l5 5-5 5M12 18h7",
  resources: "M6 3h8l4 4v14H6zM14 3v4h4",
  traffic: "M4 8h14l-4-4M20 16H6l4 4",
  dashboard: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  policies: "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  moon: "M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10z",
  auto: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18",
  settings: "M4 7h10M18 7h2M16 5v4M4 17h2M10 17h10M8 15v4",
  keyboard: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8",
  check: "M5 13l4 4L19 7",
  cross: "M6 6l12 12M18 6L6 18",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  play: "M7 4l13 8-13 8z",
  stop: "M6 6h12v12H6z",
  pause: "M8 5v14M16 5v14",
  reload: "M20 11a8 8 0 1 0-2 6M20 5v6h-6",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  edit: "M4 20l4-1L19 8l-3-3L5 16z",
  plus: "M12 5v14M5 12h14",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  right: "M9 6l6 6-6 6",
  out: "M5 12h14M13 6l6 6-6 6",
  in: "M19 12H5M11 6l-6 6 6 6",
  slash: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 6l12 12",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 3",
  question: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18h.01",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  app: "M4 5h16v14H4zM4 9h16",
  pin: "M12 21v-6M7 4h10l-2 6 2 5H7l2-5z",
  send: "M4 12l16-8-6 16-3-7z",
} as const;

export type IconName = keyof typeof PATHS;

/** Line icons, drawn inline: nothing is fetched. What they mean is said by the control's name. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }): ReactElement {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="icon">
      <path d={PATHS[name]} />
    </svg>
  );
}
