import type { ReactElement } from "react";
import type { Difference } from "../api/types.ts";
import { count } from "../text/format.ts";
import { visibleText } from "../text/visible.ts";

/** What a tool was when it was approved, and what it is now, place by place. */
export function ToolDifference({ difference, tool }: { difference: Difference; tool: string }): ReactElement {
  return (
    <div className="scroll-text difference" tabIndex={0} role="group" aria-label={`What has changed of ${tool}`}>
      <dl>
        {difference.changes.map((change, index) => (
          <div key={index}>
            <dt>
              <code>{visibleText(change.pointer === "" ? "(all of it)" : change.pointer)}</code>
            </dt>
            <dd>
              {typeof change.before === "string" ? (
                <div>
                  was <del>{visibleText(change.before)}</del>
                </div>
              ) : (
                <div>is new</div>
              )}
              {typeof change.after === "string" ? (
                <div>
                  is <ins>{visibleText(change.after)}</ins>
                </div>
              ) : (
                <div>is gone</div>
              )}
              {change.remark ? <div className="warn-text">{visibleText(change.remark)}</div> : null}
            </dd>
          </div>
        ))}
      </dl>
      {difference.left > 0 ? <div className="warn-text">And {count(difference.left, "more change")}, not shown here.</div> : null}
    </div>
  );
}
