import type { ReactElement } from "react";
import { visibleText } from "../text/visible.ts";

/** What fits the box on the smallest screen needs no scrolling, and so no stop for the Tab key. */
const FITS = 200;
const FITS_LINES = 5;

/** All of a text of a peer, in a box that does not grow with it. */
export function ScrollText({ text, label, className = "" }: { text: string; label: string; className?: string }): ReactElement {
  const long = text.length > FITS || text.split("\n", FITS_LINES + 1).length > FITS_LINES;
  return (
    <div className={`wrap scroll-text ${className}`} {...(long ? { tabIndex: 0, role: "group", "aria-label": label } : {})}>
      {visibleText(text)}
    </div>
  );
}
