import { useState, type ReactElement } from "react";
import { isNumber, spell, type Json } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { count } from "../text/format.ts";
import { beginning, visibleName } from "../text/visible.ts";

const PAGE = 100;
const LONGEST_CELL = 200;

interface Props {
  columns: string[];
  count: number;
  /** Asked only for the rows that are shown. */
  rowAt: (index: number) => readonly (Json | undefined)[];
  label: string;
}

/** Rows and columns; a hundred rows at first. */
export function TableView({ columns, count: total, rowAt, label }: Props): ReactElement {
  const [shown, setShown] = useState(PAGE);
  const rows = Array.from({ length: Math.min(shown, total) }, (_, index) => rowAt(index));
  return (
    <div className="table-view">
      <div className="table-scroll" tabIndex={0} role="group" aria-label={label}>
        <table aria-label={label}>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={index} scope="col">
                  {visibleName(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {columns.map((_, place) => (
                  <td key={place} className={isNumber(row[place]) ? "number" : undefined}>
                    {cell(row[place])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > shown ? (
        <div className="more-row">
          <span className="dim">
            {shown} of {count(total, "row")}
          </span>
          <button type="button" className="link" onClick={() => setShown(shown + PAGE * 5)}>
            Show more
          </button>
        </div>
      ) : null}
    </div>
  );
}

function cell(value: Json | undefined): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : isNumber(value) ? spell(value) : writeJson(value);
  return text === "" ? "" : visibleName(beginning(text, LONGEST_CELL));
}
