import "./dashboard.css";
import type { ReactElement } from "react";
import type { ServerMetrics } from "../api/types.ts";
import { useServerName } from "../state/names.ts";
import { useMetrics } from "../state/shared.ts";
import { count, duration } from "../text/format.ts";
import { Empty, Refusal } from "../ui/notes.tsx";
import { BarChart, LineChart } from "./charts.tsx";
import { Figures } from "./Figures.tsx";

/** How the servers did in the last hour. */
export function DashboardArea(): ReactElement {
  const { data, loaded, error } = useMetrics();
  if (!loaded) return error ? <Refusal error={error} /> : <div className="loading">Loading…</div>;
  if (data.servers.length === 0) return <Empty title="Nothing to show yet"><p className="dim">Call a tool, and its times appear here.</p></Empty>;
  return (
    <div className="dashboard" data-testid="dashboard">
      <Totals servers={data.servers} />
      {callsFirst(data.servers).map((one) => (
        <ServerPanel key={one.server} metrics={one} />
      ))}
    </div>
  );
}

/** Those that were called, then those that were not, each in their order. */
export function callsFirst(servers: readonly ServerMetrics[]): ServerMetrics[] {
  return servers.toSorted((one, other) => Number(one.calls === 0) - Number(other.calls === 0));
}

function Totals({ servers }: { servers: ServerMetrics[] }): ReactElement {
  const calls = servers.reduce((sum, one) => sum + one.calls, 0);
  const errors = servers.reduce((sum, one) => sum + one.errors, 0);
  const restarts = servers.reduce((sum, one) => sum + (one.restarts ?? 0), 0);
  return (
    <p className="dim" data-testid="totals">
      Last hour: {count(calls, "call")}, {count(errors, "error")}, {count(restarts, "restart")} on {count(servers.length, "server")}. Times are those that servers took, without waiting for people; each call tells all of its time.
    </p>
  );
}

function ServerPanel({ metrics }: { metrics: ServerMetrics }): ReactElement {
  const name = useServerName(metrics.server);
  const minutes = metrics.perMinute ?? [];
  const share = metrics.calls === 0 ? 0 : (metrics.errors / metrics.calls) * 100;
  return (
    <section className="server-panel" aria-label={name}>
      <h2 className="name">{name}</h2>
      <dl className="figures">
        <Figure name="Calls" value={metrics.calls.toLocaleString("en")} />
        <Figure name="Errors" value={`${metrics.errors.toLocaleString("en")} (${share.toFixed(share > 0 && share < 10 ? 1 : 0)} %)`} bad={metrics.errors > 0} />
        <Figure name="Restarts" value={String(metrics.restarts ?? 0)} bad={(metrics.restarts ?? 0) > 0} />
        <Figure name="p50" value={duration(metrics.p50) || "–"} />
        <Figure name="p95" value={duration(metrics.p95) || "–"} />
        <Figure name="p99" value={duration(metrics.p99) || "–"} />
      </dl>
      {minutes.length > 0 ? (
        <div className="charts">
          <BarChart
            title={`Calls per minute of ${name}`}
            points={minutes.map((one) => ({ at: one.at, value: one.calls, bad: one.errors }))}
          />
          <LineChart
            title={`Latency of ${name}`}
            lines={[
              { name: "p50", values: minutes.map((one) => ({ at: one.at, value: one.p50 ?? null })) },
              { name: "p95", values: minutes.map((one) => ({ at: one.at, value: one.p95 ?? null })) },
            ]}
          />
        </div>
      ) : null}
      <Figures name={name} minutes={minutes} />
    </section>
  );
}

function Figure({ name, value, bad }: { name: string; value: string; bad?: boolean }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={bad ? "bad-text" : undefined}>{value}</dd>
    </div>
  );
}
