import type { ReactElement } from "react";
import type { ServerMetrics } from "../api/types.ts";
import { clock, duration } from "../text/format.ts";

/** The numbers of the charts, for those who do not see them. */
export function Figures({ name, minutes }: { name: string; minutes: NonNullable<ServerMetrics["perMinute"]> }): ReactElement | null {
  const busy = minutes.filter((one) => one.calls > 0);
  if (busy.length === 0) return null;
  return (
    <details>
      <summary className="dim">Figures by minute</summary>
      <div className="table-scroll" tabIndex={0} role="group" aria-label={`Figures of ${name}`}>
        <table>
          <thead>
            <tr>
              {["Minute", "Calls", "Errors", "p50", "p95"].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {busy.map((one) => (
              <tr key={one.at}>
                <td>{clock(one.at).slice(0, 5)}</td>
                <td className="number">{one.calls}</td>
                <td className="number">{one.errors}</td>
                <td className="number">{duration(one.p50)}</td>
                <td className="number">{duration(one.p95)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
