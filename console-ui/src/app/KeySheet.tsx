import type { ReactElement } from "react";
import { Dialog } from "../ui/Dialog.tsx";

const KEYS: [string, [string, string][]][] = [
  [
    "Anywhere",
    [
      ["Ctrl/Cmd+K", "command palette"],
      ["C", "connect a tool server"],
      ["1 … 7", "Chat, Tools, Prompts, Resources, Traffic, Dashboard, Policies"],
      ["/", "go to the filter"],
      ["?", "this sheet"],
      ["Esc", "stop the run or the call, or close"],
    ],
  ],
  [
    "Lists",
    [
      ["↑ ↓", "choose"],
      ["Enter", "open"],
    ],
  ],
  [
    "Calls",
    [
      ["Ctrl/Cmd+Enter", "run, or send"],
      ["R", "run again"],
      ["E", "edit the arguments"],
      ["[ ]", "previous, next call"],
      ["T", "show in traffic"],
      ["Y", "copy the result"],
    ],
  ],
  [
    "A call that waits for you",
    [
      ["A", "allow once"],
      ["S", "allow for this chat"],
      ["D", "deny"],
    ],
  ],
];

export function KeySheet({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Dialog opened onClose={onClose} title="Keys" size="lg">
      <div className="key-sheet">
        {KEYS.map(([title, keys]) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="dim">Single letters work while no field has the focus.</p>
    </Dialog>
  );
}
