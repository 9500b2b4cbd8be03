import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { api } from "../api/client.ts";
import { useAction } from "../state/action.ts";
import { usualModel } from "../state/models.ts";
import { useConsole } from "../state/store.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Refusal } from "../ui/notes.tsx";
import { Pick } from "../ui/Pick.tsx";
import { readLimit } from "../tools/timeLimit.ts";
import { KeptApprovals } from "./KeptApprovals.tsx";
import { hashOf } from "./route.ts";

export function SettingsDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { settings, models, keptIn, version } = useConsole((state) => state);
  const [model, setModel] = useState(settings.model ?? "");
  const [theme, setTheme] = useState<string>(settings.theme ?? "auto");
  const [seconds, setSeconds] = useState(settings.callTimeoutMs ? String(settings.callTimeoutMs / 1000) : "");
  const [steps, setSteps] = useState(String(settings.maxSteps ?? 10));
  const limit = readLimit(seconds);
  const save = useAction(async () => {
    await api.put("/api/settings", {
      model,
      theme,
      callTimeoutMs: limit.ms ?? 0,
      maxSteps: Number(steps),
    });
    onClose();
  });
  const badSteps = !(Number.isInteger(Number(steps)) && Number(steps) >= 1 && Number(steps) <= 100);
  return (
    <Dialog opened onClose={onClose} title="Settings">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <Stack gap="sm">
          <Pick
            visibleLabel
            size="sm"
            label="Model for new chats"
            value={model}
            onChange={setModel}
            options={[
              { value: "", label: `The usual one (${usualModel(models)?.label ?? "none"})` },
              ...models.map((one) => ({ value: one.id, label: one.ready ? one.label : `${one.label} – ${one.why ?? "not ready"}` })),
            ]}
          />
          <Pick
            visibleLabel
            size="sm"
            label="Theme"
            value={theme}
            onChange={setTheme}
            options={[
              { value: "auto", label: "As the system" },
              { value: "light", label: "Light" },
              { value: "dark", label: "Dark" },
            ]}
          />
          <TextInput
            label="Wait for a call, in seconds"
            description="Progress starts the wait anew. Empty: as the server is configured."
            inputMode="decimal"
            value={seconds}
            onChange={(event) => setSeconds(event.currentTarget.value)}
            error={limit.problem}
          />
          <TextInput
            label="Tool steps before a chat stops"
            inputMode="numeric"
            value={steps}
            onChange={(event) => setSteps(event.currentTarget.value)}
            error={badSteps ? "A whole number from 1 to 100." : null}
          />
          <Refusal error={save.error} />
          <p className="dim">
            Kept in {keptIn || "the console’s folder"}. Keys of models are not kept here; the console reads them from its environment. Fairlead {version}. No
            telemetry, no account.
          </p>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.busy} disabled={limit.problem !== null || badSteps}>
              Save settings
            </Button>
          </Group>
        </Stack>
      </form>
      <KeptApprovals />
      <p>
        <a href={hashOf("policies")} onClick={onClose}>
          All policies
        </a>
      </p>
    </Dialog>
  );
}
