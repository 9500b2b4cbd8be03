import { useLayoutEffect, useMemo, useState, type ReactElement } from "react";
import type { Json } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { size } from "../text/format.ts";
import { cutBefore, pieces, visibleText } from "../text/visible.ts";
import { CopyButton } from "../ui/CopyButton.tsx";

const PIECE = 16 * 1024;
/** So much is on the page at once; what is longer is added on wish. */
const AT_ONCE = 500_000;

interface Props {
  value: Json;
  label: string;
  /** Told whether all of it has been put on the page. */
  onWhole?: (whole: boolean) => void;
}

/** JSON that somebody decides about: laid out, to its last character, nothing folded, nothing hidden. */
export function WholeJson({ value, label, onWhole }: Props): ReactElement {
  const text = useMemo(() => writeJson(value, 2), [value]);
  const [shown, setShown] = useState(AT_ONCE);
  const end = cutBefore(text, shown);
  const whole = end === text.length;
  // Before it is painted, so that nothing moves once it is seen.
  useLayoutEffect(() => onWhole?.(whole), [whole, onWhole]);
  return (
    <div className="long-text">
      <div className="corner">
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      <div className="text-pre whole-json" tabIndex={0} role="group" aria-label={label}>
        {pieces(text.slice(0, end), PIECE).map((piece, index) => (
          <span key={index}>{visibleText(piece)}</span>
        ))}
      </div>
      {whole ? null : (
        <div className="more-row">
          <span className="warn-text">
            {size(end)} of {size(text.length)} shown
          </span>
          <button type="button" className="link" onClick={() => setShown(shown + AT_ONCE)}>
            Show more
          </button>
        </div>
      )}
    </div>
  );
}
