import "@mantine/core/styles.css";
import "./app/tokens.css";
import "./app/layout.css";
import "./ui/ui.css";
import "./viewers/viewers.css";
import "./servers/servers.css";
import "./schema/schema.css";
import "./calls/calls.css";
import "./tools/tools.css";
import { MantineProvider } from "@mantine/core";
import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { listenForKeys } from "./app/keys.ts";
import { cssVariables, theme } from "./app/theme.ts";
import { stream } from "./state/stream.ts";
import { trafficLog } from "./traffic/log.ts";
import { followFocus } from "./ui/focusBack.ts";

const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
const root = document.getElementById("page");
if (root) {
  // For the style that keeps the page from scrolling behind a dialog; Mantine itself is told below.
  setNonce(nonce);
  trafficLog.listen();
  stream.start();
  listenForKeys();
  followFocus();
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <App />
    </MantineProvider>,
  );
}
