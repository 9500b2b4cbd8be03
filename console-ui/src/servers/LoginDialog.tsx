import { Button, Group } from "@mantine/core";
import { useEffect, type ReactElement } from "react";
import { api, part } from "../api/client.ts";
import type { LoginFlow } from "../api/types.ts";
import { useAction } from "../state/action.ts";
import { useServerName } from "../state/names.ts";
import { withoutEndedLogin } from "../state/reduce.ts";
import { store, useConsole } from "../state/store.ts";
import { clock } from "../text/format.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { Chip } from "../ui/Chip.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { Note, Refusal } from "../ui/notes.tsx";
import { isThisMachine, webAddress } from "../viewers/address.ts";
import { ThisMachine } from "../viewers/ThisMachine.tsx";

const WORDS = { running: "under way", waiting: "waits for you in the browser", done: "done", failed: "failed" } as const;
const TONES = { running: "info", waiting: "warn", done: "good", failed: "bad" } as const;

/** An address that may be opened for a login: https, or this machine. */
export function loginAddress(url: string): URL | null {
  const address = webAddress(url);
  return address && (address.protocol === "https:" || isThisMachine(address)) ? address : null;
}

/** Logs in to a server, and shows each step with what was sent and answered. */
export function LoginDialog({ server, onClose }: { server: string; onClose: () => void }): ReactElement {
  const name = useServerName(server);
  const flow = useConsole((state) => state.logins.get(server));
  useEffect(() => store.change((state) => withoutEndedLogin(state, server)), [server]);
  const start = useAction(async () => {
    store.change((state) => withoutEndedLogin(state, server));
    const begun = await api.post<Partial<LoginFlow>>(`/api/servers/${part(server)}/login`);
    // Where somebody began before this page was open, only the answer says how far it is. Events are newer than it.
    if (begun.state && begun.steps && !store.get().logins.has(server)) store.event("login", begun);
  });
  const address = flow?.url ? loginAddress(flow.url) : null;
  return (
    <Dialog opened onClose={onClose} title={`Log in to ${name}`} size="lg">
      <p className="dim">
        Fairlead asks the server where to log in, opens that page in a new tab by your click, and keeps what it gets in this machine’s keychain or its
        encrypted store.
      </p>
      <Refusal error={start.error} />
      {flow ? (
        <>
          <p role="status">
            <Chip tone={TONES[flow.state]}>{WORDS[flow.state]}</Chip> {flow.message ? visibleText(flow.message) : null}
          </p>
          {flow.state === "waiting" && address ? (
            <Note tone="info" icon="external">
              <div>
                The login is at <strong>{visibleName(flow.urlHost ?? address.host)}</strong>.
              </div>
              <ThisMachine address={address} />
              <Button component="a" href={address.href} target="_blank" rel="noopener noreferrer" mt={6} size="xs">
                Open {visibleName(flow.urlHost ?? address.host)}
              </Button>
            </Note>
          ) : null}
          {flow.url && !address ? <Refusal error="The server named a login page that is neither https nor on this machine; it is not opened." /> : null}
          <ol className="login-steps" aria-label="Steps">
            {flow.steps.map((step, index) => (
              <li key={index}>
                <div>
                  <Icon name={step.ok === false ? "cross" : "check"} size={14} /> <strong>{visibleName(step.title)}</strong>{" "}
                  <span className="dim">{clock(step.at)}</span>
                  {step.ok === false ? <Chip tone="bad">failed</Chip> : null}
                </div>
                {step.detail ? <div>{visibleText(step.detail)}</div> : null}
                {step.request || step.response ? (
                  <details>
                    <summary>Request and response</summary>
                    {step.request ? <pre className="small-pre">{visibleText(step.request)}</pre> : null}
                    {step.response ? <pre className="small-pre">{visibleText(step.response)}</pre> : null}
                  </details>
                ) : null}
              </li>
            ))}
          </ol>
        </>
      ) : null}
      <Group justify="flex-end" mt="sm">
        <Button variant="default" onClick={onClose}>
          Back to servers
        </Button>
        <Button loading={start.busy || flow?.state === "running"} onClick={() => void start.run()}>
          {flow ? "Start over" : "Start the login"}
        </Button>
      </Group>
    </Dialog>
  );
}
