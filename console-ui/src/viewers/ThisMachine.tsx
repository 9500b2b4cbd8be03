import type { ReactElement } from "react";
import { isThisMachine } from "./address.ts";

/** What somebody should know before an address of this machine is opened for a peer. */
export function ThisMachine({ address }: { address: URL }): ReactElement | null {
  if (!isThisMachine(address)) return null;
  return <p>This is an address of this machine: some program here answers, and your browser sends it what it keeps for this machine. Open it only if you know that program.</p>;
}
