import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { openDialog } from "../app/dialogState.ts";
import { useConsole } from "../state/store.ts";
import { Icon } from "../ui/icons.tsx";

/** At the top right: how many servers are connected, and whether one failed. */
export function ConnectButton(): ReactElement {
  const connected = useConsole((state) => state.servers.filter((server) => server.state === "connected").length);
  const failed = useConsole((state) => state.servers.filter((server) => server.state === "error").length);
  const asks = useConsole((state) => state.servers.filter((server) => server.state === "login" || server.consent?.needed).length);
  const lost = useConsole((state) => state.link !== "live" && state.link !== "loading");
  const words = lost
    ? "the servers are not known while the console’s backend does not answer"
    : [`${connected} connected`, failed > 0 ? `${failed} failed` : "", asks > 0 ? `${asks} waiting for you` : ""].filter((one) => one !== "").join(", ");
  const tone = lost ? "" : failed > 0 ? (connected === 0 ? "bad" : "warn") : asks > 0 ? "warn" : "good";
  return (
    <Button
      size="xs"
      className="connect-button"
      leftSection={<Icon name="plug" size={15} />}
      title={words}
      onClick={() => openDialog({ kind: "connect" })}
    >
      <span className="connect-words">Connect Tool</span>{" "}
      <span className={`count ${tone}`} data-testid="connected-count">
        {lost ? "?" : connected}
      </span>
      <span className="sr-only">{lost ? `: ${words}` : words.replace(/^\d+/, "")}</span>
    </Button>
  );
}
