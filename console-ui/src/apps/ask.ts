import type { ReactNode } from "react";
import { AppRefusal } from "./bridge.ts";

export type Ask = (title: string, body: ReactNode, yes: string) => Promise<boolean>;

/** So often may the person say no before an app is not let ask any more. */
const MOST_REFUSALS = 3;

/**
 * How one run of an app asks the person: one question at a time, each as it was when it came up, and not for ever.
 *
 * @param confirm null where another question is open
 */
export function askingFor(confirm: (title: string, body: ReactNode, yes: string) => Promise<boolean> | null): Ask {
  let refusals = 0;
  return async (title, body, yes) => {
    if (refusals >= MOST_REFUSALS) throw new AppRefusal("The person has said no several times; the console does not ask again.");
    const asked = confirm(title, body, yes);
    if (asked === null) throw new AppRefusal("The person is being asked something else; try again later.");
    const agreed = await asked;
    refusals = agreed ? 0 : refusals + 1;
    return agreed;
  };
}
