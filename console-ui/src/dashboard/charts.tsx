import type { ReactElement, ReactNode } from "react";
import { clock, count, duration } from "../text/format.ts";
import { linePath, niceTop } from "./scale.ts";

const WIDTH = 460;
const HEIGHT = 110;
const LEFT = 46;
const BOTTOM = 18;

interface Point {
  at: number;
  value: number;
  bad: number;
}

/** Bars with the bad part of each in another colour. */
export function BarChart({ title, points }: { title: string; points: Point[] }): ReactElement {
  const top = niceTop(Math.max(...points.map((one) => one.value)));
  const wide = WIDTH / points.length;
  const total = points.reduce((sum, one) => sum + one.value, 0);
  const bad = points.reduce((sum, one) => sum + one.bad, 0);
  return (
    <Chart title={title} summary={`${count(total, "call")}, ${count(bad, "error")}, at most ${Math.max(...points.map((one) => one.value))} in a minute`} top={String(top)} from={points[0]?.at} to={points.at(-1)?.at}>
      {points.map((one, index) => (
        <g key={one.at}>
          <rect className="bar-good" x={index * wide + 0.6} width={Math.max(1, wide - 1.2)} y={HEIGHT - (one.value / top) * HEIGHT} height={(one.value / top) * HEIGHT} />
          {one.bad > 0 ? <rect className="bar-bad" x={index * wide + 0.6} width={Math.max(1, wide - 1.2)} y={HEIGHT - (one.bad / top) * HEIGHT} height={(one.bad / top) * HEIGHT} /> : null}
        </g>
      ))}
    </Chart>
  );
}

interface Line {
  name: string;
  values: { at: number; value: number | null }[];
}

export function LineChart({ title, lines }: { title: string; lines: Line[] }): ReactElement {
  const known = lines.flatMap((line) => line.values.map((one) => one.value ?? 0));
  const top = niceTop(Math.max(...known));
  const summary = lines
    .map((line) => {
      const last = line.values.findLast((one) => one.value !== null)?.value;
      return `${line.name} ${last === undefined || last === null ? "not measured" : `last ${duration(last)}`}`;
    })
    .join(", ");
  return (
    <Chart title={title} summary={summary} top={duration(top)} from={lines[0]?.values[0]?.at} to={lines[0]?.values.at(-1)?.at} legend={lines.map((line) => line.name)}>
      {lines.map((line, index) => (
        <path key={line.name} className={`line line-${index}`} d={linePath(line.values.map((one) => one.value), WIDTH, HEIGHT, top)} />
      ))}
    </Chart>
  );
}

interface ChartProps {
  title: string;
  summary: string;
  top: string;
  from: number | undefined;
  to: number | undefined;
  legend?: string[];
  children: ReactNode;
}

function Chart({ title, summary, top, from, to, legend, children }: ChartProps): ReactElement {
  return (
    <figure className="chart">
      <figcaption>
        {title} {legend?.map((name, index) => <span key={name} className={`legend legend-${index}`}>{name}</span>)}
      </figcaption>
      <svg viewBox={`0 0 ${LEFT + WIDTH} ${HEIGHT + BOTTOM + 6}`} role="img" aria-label={`${title}: ${summary}`}>
        <g transform={`translate(${LEFT},6)`}>
          <path className="axis" d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
          {children}
          <text className="tick" x={-6} y={4} textAnchor="end">
            {top}
          </text>
          <text className="tick" x={-6} y={HEIGHT} textAnchor="end">
            0
          </text>
          <text className="tick" x={0} y={HEIGHT + 14}>
            {from ? clock(from).slice(0, 5) : ""}
          </text>
          <text className="tick" x={WIDTH} y={HEIGHT + 14} textAnchor="end">
            {to ? clock(to).slice(0, 5) : ""}
          </text>
        </g>
      </svg>
    </figure>
  );
}
