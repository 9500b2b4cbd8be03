import type { ReactElement } from "react";
import type { ConfigProblems } from "../api/types.ts";
import { useConsole } from "../state/store.ts";
import { count } from "../text/format.ts";
import { visibleText } from "../text/visible.ts";
import { Icon } from "../ui/icons.tsx";

/** Says why a server is not there, or not as its file has it: something is wrong with the file. */
export function ConfigBanner(): ReactElement {
  return <ConfigProblemList configuration={useConsole((state) => state.configuration)} />;
}

export function ConfigProblemList({ configuration: { problems, left } }: { configuration: ConfigProblems }): ReactElement {
  return (
    <div role="status" aria-label="Configuration">
      {problems.length > 0 ? (
        <details className="banner" open>
          <summary>
            <Icon name="warning" /> The configuration has {count(problems.length + left, "problem")}. What is mended takes effect by itself.
          </summary>
          <ul className="scroll-text" tabIndex={0} aria-label="Problems of the configuration">
            {problems.map((problem, index) => (
              <li key={index} className={problem.severity === "error" ? "bad-text" : "warn-text"}>
                {visibleText(problem.text)}
              </li>
            ))}
            {left > 0 ? <li>and {left.toLocaleString("en")} more</li> : null}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
