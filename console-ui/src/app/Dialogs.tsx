import { lazy, type ReactElement } from "react";
import { ConnectDialog } from "../servers/ConnectDialog.tsx";
import { Lazy } from "../ui/Lazy.tsx";
import { closeDialog, openDialog, useOpenDialog } from "./dialogState.ts";

const EditServer = lazy(async () => ({ default: (await import("../servers/EditServer.tsx")).EditServer }));
const ServerLog = lazy(async () => ({ default: (await import("../servers/ServerLog.tsx")).ServerLog }));
const ServerInfo = lazy(async () => ({ default: (await import("../servers/ServerInfo.tsx")).ServerInfo }));
const LoginDialog = lazy(async () => ({ default: (await import("../servers/LoginDialog.tsx")).LoginDialog }));
const Palette = lazy(async () => ({ default: (await import("./Palette.tsx")).Palette }));
const KeySheet = lazy(async () => ({ default: (await import("./KeySheet.tsx")).KeySheet }));
const SettingsDialog = lazy(async () => ({ default: (await import("./SettingsDialog.tsx")).SettingsDialog }));

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
