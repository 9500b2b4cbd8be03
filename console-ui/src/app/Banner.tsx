import type { ReactElement } from "react";
import { useConsole } from "../state/store.ts";
import { stream } from "../state/stream.ts";
import { Icon } from "../ui/icons.tsx";

/** Says calmly that the backend is away. What is on the page stays. */
export function Banner(): ReactElement {
  const link = useConsole((state) => state.link);
  return (
    <div role="status" aria-label="Connection to the console">
      {link === "away" ? (
        <div className="banner">
          <Icon name="warning" />
          <span>The console’s backend does not answer. What you see may be old; trying again by itself.</span>
          <button type="button" className="link" onClick={() => stream.tryNow()}>
            Try now
          </button>
        </div>
      ) : null}
      {link === "stranger" ? (
        <div className="banner">
          <Icon name="warning" />
          <span>
            Something else answers at this address: it is not the console that let this page in, and nothing more is sent to it. Do not load this page anew; start the
            console, open the address that it prints, and close this page.
          </span>
          <button type="button" className="link" onClick={() => stream.tryNow()}>
            Ask again
          </button>
        </div>
      ) : null}
      {link === "no-session" ? (
        <div className="banner">
          <Icon name="warning" />
          <span>This page is not let in. Open the address that the terminal shows now; one of an earlier start no longer works.</span>
        </div>
      ) : null}
    </div>
  );
}
