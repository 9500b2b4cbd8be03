import { useState, type ReactElement } from "react";
import { api } from "../api/client.ts";
import { useAction } from "../state/action.ts";
import { size } from "../text/format.ts";
import { cutBefore, pieces, visibleText } from "../text/visible.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Refusal } from "../ui/notes.tsx";
import type { WholeSource } from "./whole.ts";

const FIRST = 20_000;
const MORE = 64 * 1024;
/** What is beyond is for a download; a browser is no editor of large files. */
const MOST = 2_000_000;

/** Text of any length: its beginning first, more of it on wish, fetched where the page does not have it. */
export function LongText({ text, rest, label }: { text: string; rest?: WholeSource | undefined; label: string }): ReactElement {
  const [state, setState] = useState({ of: text, have: text, shown: FIRST });
  const { have, shown } = state.of === text ? state : { have: text, shown: FIRST };
  const total = Math.max(rest?.total ?? 0, have.length);
  const fetchMore = useAction(async () => {
    let longer = have;
    if (shown + MORE > have.length && rest && have.length < total) {
      longer += (await api.get<{ text: string }>(rest.path(have.length, MORE))).text;
    }
    setState({ of: text, have: longer, shown: shown + MORE });
  });
  const chunks = pieces(shownText(have, shown, total), MORE);
  return (
    <div className="long-text">
      <div className="corner">
        <CopyButton text={have} label={have.length < total ? `Copy what is loaded of ${label}` : `Copy ${label}`} />
      </div>
      <div className="text-pre" tabIndex={0} role="group" aria-label={label}>
        {chunks.map((chunk, index) => (
          <span key={index} className="text-chunk">
            {visibleText(chunk)}
          </span>
        ))}
        {text === "" ? <span className="dim">(empty)</span> : null}
      </div>
      {shown < total ? (
        <div className="more-row">
          <span className="dim">
            {size(Math.min(shown, have.length))} of {size(total)} shown
          </span>
          {shown < MOST ? (
            <button type="button" className="link" disabled={fetchMore.busy} onClick={() => void fetchMore.run()}>
              Show more
            </button>
          ) : (
            <span className="dim">Download it to see the rest.</span>
          )}
        </div>
      ) : null}
      <Refusal error={fetchMore.error} />
    </div>
  );
}

/** What is shown of a text. Where its end is not fetched yet, half a character waits for its other half. */
function shownText(have: string, shown: number, total: number): string {
  const end = cutBefore(have, shown);
  const half = end === have.length && end < total && /[\ud800-\udbff]$/.test(have);
  return have.slice(0, half ? end - 1 : end);
}
