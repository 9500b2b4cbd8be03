import type { ReactElement } from "react";
import { ConnectDialog } from "../servers/ConnectDialog.tsx";
import { Lazy } from "../ui/Lazy.tsx";
import { lazyPart } from "../ui/lazyPart.ts";
import { closeDialog, openDialog, useOpenDialog } from "./dialogState.ts";

const EditServer = lazyPart(async () => (await import("../servers/EditServer.tsx")).EditServer);
const ServerLog = lazyPart(async () => (await import("../servers/ServerLog.tsx")).ServerLog);
const ServerInfo = lazyPart(async () => (await import("../servers/ServerInfo.tsx")).ServerInfo);
const LoginDialog = lazyPart(async () => (await import("../servers/LoginDialog.tsx")).LoginDialog);
const Palette = lazyPart(async () => (await import("./Palette.tsx")).Palette);
const KeySheet = lazyPart(async () => (await import("./KeySheet.tsx")).KeySheet);
const SettingsDialog = lazyPart(async () => (await import("./SettingsDialog.tsx")).SettingsDialog);

export function Dialogs(): ReactElement | null {
  const dialog = useOpenDialog();
  if (!dialog) return null;
  const toServers = (): void => openDialog({ kind: "connect" });
  switch (dialog.kind) {
    case "connect":
      return <ConnectDialog tab={dialog.tab ?? "connected"} onClose={closeDialog} />;
    case "edit":
      return <Lazy><EditServer server={dialog.server} onClose={toServers} /></Lazy>;
    case "log":
      return <Lazy><ServerLog server={dialog.server} onClose={toServers} /></Lazy>;
    case "info":
      return <Lazy><ServerInfo server={dialog.server} onClose={toServers} /></Lazy>;
    case "login":
      return <Lazy><LoginDialog server={dialog.server} onClose={toServers} /></Lazy>;
    case "palette":
      return <Lazy><Palette onClose={closeDialog} /></Lazy>;
    case "keys":
      return <Lazy><KeySheet onClose={closeDialog} /></Lazy>;
    case "settings":
      return <Lazy><SettingsDialog onClose={closeDialog} /></Lazy>;
  }
}
