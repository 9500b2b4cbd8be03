import { Button } from "@mantine/core";
import { useEffect, useRef, type ReactElement } from "react";
import type { Prompt } from "../api/types.ts";
import { promptDraft } from "../prompts/draft.ts";
import { CompletedField } from "../resources/CompletedField.tsx";
import { useDraftTexts } from "../state/drafts.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { Dialog } from "../ui/Dialog.tsx";

interface Props {
  prompt: Prompt;
  onClose: () => void;
  onUse: (given: Record<string, string>) => void;
}

/** Asks for the arguments of a prompt before it is sent. One without arguments is sent at once. */
export function PromptDialog({ prompt, onClose, onUse }: Props): ReactElement | null {
  const wanted = prompt.arguments ?? [];
  const [given, setGiven] = useDraftTexts(promptDraft(prompt));
  const none = wanted.length === 0;
  const used = useRef(false);
  useEffect(() => {
    if (!none || used.current) return;
    used.current = true;
    onUse({});
  }, [none, onUse]);
  if (none) return null;
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  const missing = wanted.some((one) => one.required && !given[one.name]);
  return (
    <Dialog opened onClose={onClose} title={`Prompt ${visibleName(prompt.name)}`}>
      {prompt.description ? <p className="dim">{visibleText(prompt.description)}</p> : null}
      <form
        className="schema-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!missing) onUse(filled);
        }}
      >
        {wanted.map((argument) => (
          <CompletedField
            key={argument.name}
            name={argument.name}
            required={argument.required ?? false}
            description={argument.description ?? undefined}
            value={given[argument.name] ?? ""}
            onChange={(value) => setGiven(argument.name, value)}
            server={prompt.server}
            reference={{ type: "prompt", name: prompt.name }}
            context={filled}
          />
        ))}
        <div className="run-row">
          <Button type="submit" disabled={missing}>
            Send the prompt
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
