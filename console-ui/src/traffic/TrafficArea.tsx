import "./traffic.css";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactElement } from "react";
import type { Row } from "../api/types.ts";
import { useKeys } from "../app/keys.ts";
import { go, useRoute } from "../app/route.ts";
import { serverName } from "../state/names.ts";
import { count } from "../text/format.ts";
import type { VirtualHandle } from "../ui/VirtualRows.tsx";
import { ExchangePane } from "./ExchangePane.tsx";
import { everything, filterRows, isEverything, type TrafficFilter } from "./filter.ts";
import { trafficLog, useMissed, useTraffic } from "./log.ts";
import { TrafficHeader } from "./TrafficRow.tsx";
import { TrafficRows } from "./TrafficRows.tsx";
import { TrafficBar } from "./TrafficBar.tsx";

/** Keys that are held down step over exchanges without showing each of them. */
const SETTLED_MS = 120;

interface Shown {
  rows: readonly Row[];
  /** So many were let go before the first. */
  dropped: number;
}

function everythingNow(): Shown {
  return { rows: trafficLog.all().slice(), dropped: trafficLog.letGo() };
}

/** Everything that went over the wires: one row per exchange, newest at the end. */
export function TrafficArea(): ReactElement {
  const chosen = useRoute().path[0];
  const [filter, setFilter] = useState<TrafficFilter>(everything);
  const [paused, setPaused] = useState<Shown | null>(null);
  const [follow, setFollow] = useState(true);
  // The rows answer to keys at once; what is costly to show comes a moment later.
  const wanted = useDeferredValue(filter);
  const detail = useSettled(chosen);
  const version = useTraffic();
  const shownVersion = useDeferredValue(version);
  const missed = useMissed(version);
  const { rows, dropped } = useMemo(() => {
    const all = paused ?? everythingNow();
    return isEverything(wanted) ? all : { rows: filterRows(all.rows, wanted, serverName), dropped: undefined };
    // oxlint-disable-next-line react/exhaustive-deps -- the rows are kept in place; their version says when they have changed
  }, [wanted, paused, shownVersion]);
  const list = useRef<VirtualHandle>(null);
  const at = chosen ? rows.findIndex((row) => row.id === chosen) : -1;
  const choose = useCallback((row: Row | undefined) => {
    if (!row) return;
    setFollow(false);
    go("traffic", row.id);
  }, []);
  const move = useStable((by: number): void => {
    const next = at < 0 ? rows.length - 1 : Math.min(Math.max(at + by, 0), rows.length - 1);
    choose(rows[next]);
    list.current?.show(next);
  });
  const unfollow = useCallback(() => setFollow(false), []);
  useKeys({
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: () => (chosen ? go("traffic") : false),
  });
  return (
    <div className={`traffic ${chosen ? "chosen" : ""}`}>
      <TrafficBar
        filter={filter}
        setFilter={setFilter}
        paused={paused !== null}
        setPaused={(on) => setPaused(on ? everythingNow() : null)}
        follow={follow}
        setFollow={setFollow}
      />
      <Nothing shown={rows.length} kept={trafficLog.all().length} showAll={() => setFilter(everything)} />
      <div className="traffic-panes">
        <div className="traffic-table" role="table" aria-label="Traffic" aria-rowcount={(dropped ?? 0) + rows.length}>
          <TrafficHeader />
          <TrafficRows list={list} rows={rows} dropped={dropped} at={at} follow={follow && paused === null} onScrolledAway={unfollow} choose={choose} move={move} />
          <div className="list-foot dim" data-testid="traffic-count">
            {count(rows.length, "exchange")}
            {isEverything(filter) ? "" : ` of ${trafficLog.all().length.toLocaleString("en")}`}
            {paused ? `, paused (${Math.max(0, trafficLog.total() - paused.dropped - paused.rows.length)} more since)` : ""}
            {missed > 0 ? (
              <span className="warn-text" role="note" data-testid="traffic-missed" title="Since the console started: too many came at once to look at each. Their calls were not affected.">
                {" "}
                · {count(missed, "message")} could not be looked at
              </span>
            ) : null}
          </div>
        </div>
        {chosen && detail ? <ExchangePane key={detail} id={detail} row={trafficLog.find(detail)} onClose={() => go("traffic")} /> : null}
      </div>
    </div>
  );
}

/** Why there is no row to see. */
function Nothing({ shown, kept, showAll }: { shown: number; kept: number; showAll: () => void }): ReactElement {
  return (
    <div role="status" aria-label="Rows">
      {shown > 0 ? null : kept === 0 ? (
        <p className="pad dim">Nothing has gone over the wire yet.</p>
      ) : (
        <p className="pad">
          No exchange matches the filter.{" "}
          <button type="button" className="link" onClick={showAll}>
            Show all {kept.toLocaleString("en")}
          </button>
        </p>
      )}
    </div>
  );
}

/** What is chosen, once it has been for a moment; the first choice and none at all count at once. */
function useSettled(chosen: string | undefined): string | undefined {
  const [settled, setSettled] = useState(chosen);
  const atOnce = chosen === undefined || settled === undefined;
  if (atOnce && settled !== chosen) setSettled(chosen);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(chosen), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [chosen]);
  return atOnce ? chosen : settled;
}

/** The same function at every render, which does what the newest one does. */
function useStable<A extends unknown[]>(work: (...given: A) => void): (...given: A) => void {
  const latest = useRef(work);
  latest.current = work;
  return useCallback((...given: A) => latest.current(...given), []);
}
