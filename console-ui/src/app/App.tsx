import { useEffect, useRef, type ReactElement } from "react";
import { useMantineColorScheme } from "@mantine/core";
import { Confirmations } from "../ui/confirm.tsx";
import { Lazy } from "../ui/Lazy.tsx";
import { lazyPart } from "../ui/lazyPart.ts";
import { Toasts } from "../ui/toasts.tsx";
import { useConsole } from "../state/store.ts";
import { Announcer } from "./Announcer.tsx";
import { Banner } from "./Banner.tsx";
import { ConfigBanner } from "./ConfigBanner.tsx";
import { Dialogs } from "./Dialogs.tsx";
import { openDialog } from "./dialogState.ts";
import { useKeys } from "./keys.ts";
import { AREAS, goToArea, useRoute, type Area } from "./route.ts";
import { TopBar } from "./TopBar.tsx";
import { ToolsArea } from "../tools/ToolsArea.tsx";
import { Tray } from "../calls/Tray.tsx";

const ChatArea = lazyPart(async () => (await import("../chat/ChatArea.tsx")).ChatArea);
const PromptsArea = lazyPart(async () => (await import("../prompts/PromptsArea.tsx")).PromptsArea);
const ResourcesArea = lazyPart(async () => (await import("../resources/ResourcesArea.tsx")).ResourcesArea);
const TrafficArea = lazyPart(async () => (await import("../traffic/TrafficArea.tsx")).TrafficArea);
const DashboardArea = lazyPart(async () => (await import("../dashboard/DashboardArea.tsx")).DashboardArea);
const PoliciesArea = lazyPart(async () => (await import("../policies/PoliciesArea.tsx")).PoliciesArea);

const ROOMS: Record<Area, { title: string; show: () => ReactElement }> = {
  chat: { title: "Chat", show: () => <ChatArea /> },
  tools: { title: "Tools", show: () => <ToolsArea /> },
  prompts: { title: "Prompts", show: () => <PromptsArea /> },
  resources: { title: "Resources", show: () => <ResourcesArea /> },
  traffic: { title: "Traffic", show: () => <TrafficArea /> },
  dashboard: { title: "Dashboard", show: () => <DashboardArea /> },
  policies: { title: "Policies", show: () => <PoliciesArea /> },
};

export function App(): ReactElement {
  const { area } = useRoute();
  const room = ROOMS[area];
  useTheme();
  useKeys({
    "mod+k": () => openDialog({ kind: "palette" }),
    c: () => openDialog({ kind: "connect" }),
    "?": () => openDialog({ kind: "keys" }),
    ...Object.fromEntries(AREAS.map((one, index) => [String(index + 1), () => goToArea(one)])),
  });
  useEffect(() => {
    document.title = `${room.title} · Fairlead console`;
  }, [room.title]);
  return (
    <div className="frame">
      <TopBar area={area} />
      <Banner />
      <ConfigBanner />
      <Tray />
      <main className="area" aria-label={room.title}>
        <h1 className="sr-only">{room.title}</h1>
        <Lazy key={area}>{room.show()}</Lazy>
        <div id="menus" />
      </main>
      <Dialogs />
      <Confirmations />
      <Toasts />
      <Announcer />
    </div>
  );
}

function useTheme(): void {
  const wanted = useConsole((state) => state.settings.theme);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const applied = useRef<typeof wanted>(undefined);
  useEffect(() => {
    // When the setting changes it leads; what Mantine has is only its copy, which a button may have changed a moment earlier.
    if (!wanted || wanted === applied.current) return;
    applied.current = wanted;
    if (wanted !== colorScheme) setColorScheme(wanted);
  }, [wanted, colorScheme, setColorScheme]);
}
