import { useMantineColorScheme } from "@mantine/core";
import { memo, type ReactElement } from "react";
import { api } from "../api/client.ts";
import { ConnectButton } from "../servers/ConnectButton.tsx";
import { useConsole } from "../state/store.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";
import { toastProblem } from "../ui/toasts.tsx";
import { openDialog } from "./dialogState.ts";
import { areaHash, AREAS, hashOf, RARE_AREAS, type Area } from "./route.ts";

const TITLES: Record<Area, string> = {
  chat: "Chat",
  tools: "Tools",
  prompts: "Prompts",
  resources: "Resources",
  traffic: "Traffic",
  dashboard: "Dashboard",
  policies: "Policies",
};

const NEXT_THEME = { auto: "light", light: "dark", dark: "auto" } as const;
const THEME_ICON: Record<keyof typeof NEXT_THEME, IconName> = { auto: "auto", light: "sun", dark: "moon" };

export const TopBar = memo(function TopBar({ area }: { area: Area }): ReactElement {
  return (
    <header className="top">
      <a className="brand" href={hashOf("tools")} aria-label="Fairlead console">
        <svg width="20" height="20" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" fill="#1864ab" />
          <circle cx="16" cy="16" r="8" fill="none" stroke="#fff" strokeWidth="3.4" />
          <path d="M3 16h9M20 16h9" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
        </svg>
        <span className="brand-name">Fairlead</span>
      </a>
      <nav className="areas" aria-label="Areas">
        {AREAS.map((one) => (
          <a key={one} className={RARE_AREAS.includes(one) ? "rare" : undefined} href={one === area ? hashOf(one) : areaHash(one)} aria-current={one === area ? "page" : undefined}>
            <Icon name={one} size={15} />
            {TITLES[one]}
            {one === "chat" ? <Waiting /> : null}
          </a>
        ))}
      </nav>
      <span className="spacer" />
      <IconButton icon="search" label="Command palette" hint="Command palette (Ctrl/Cmd+K)" onClick={() => openDialog({ kind: "palette" })} />
      <span className="wide">
        <IconButton icon="keyboard" label="Keys" hint="Keys (?)" onClick={() => openDialog({ kind: "keys" })} />
      </span>
      <ThemeButton />
      <IconButton icon="settings" label="Settings" onClick={() => openDialog({ kind: "settings" })} />
      <ConnectButton />
    </header>
  );
});

/** How many calls of a model wait for a decision. */
function Waiting(): ReactElement | null {
  const waiting = useConsole((state) => state.approvals.filter((one) => one.chat).length);
  if (waiting === 0) return null;
  return (
    <span className="waits" aria-label={`${waiting} waiting`}>
      {waiting}
    </span>
  );
}

function ThemeButton(): ReactElement {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = NEXT_THEME[colorScheme];
  const change = (): void => {
    setColorScheme(next);
    api.put("/api/settings", { theme: next }).catch(toastProblem);
  };
  return <IconButton icon={THEME_ICON[colorScheme]} label={`Theme: ${colorScheme}`} onClick={change} />;
}
