import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from "react";
import { isNumber, spell, type Json } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { count } from "../text/format.ts";
import { beginning, visibleName } from "../text/visible.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { VirtualRows, type VirtualHandle } from "../ui/VirtualRows.tsx";
import { LongText } from "./LongText.tsx";
import { openAtFirst, treeRows, type TreeRow } from "./tree.ts";

const ROW_PX = 21;
const TALLEST_ROWS = 24;
const LONGEST_STRING = 300;
/** What is longer may not fit its row; it is shown whole below the tree when its row is chosen. */
const FITS = 60;

/** JSON as a tree with only the lines in sight, walked with the arrow keys. */
export function JsonTree({ value, label }: { value: Json; label: string }): ReactElement {
  const [opened, setOpened] = useState<{ value: Json; open: ReadonlySet<string> }>(() => ({ value, open: openAtFirst(value) }));
  const open = opened.value === value ? opened.open : openAtFirst(value);
  const [at, setAt] = useState("");
  const rows = useMemo(() => treeRows(value, open), [value, open]);
  const list = useRef<VirtualHandle>(null);
  const id = useId();
  const index = Math.max(0, rows.findIndex((row) => row.path === at));
  const chosen = rows[index];
  const toggle = (row: TreeRow): void => {
    const next = new Set(open);
    if (row.open) next.delete(row.path);
    else next.add(row.path);
    setOpened({ value, open: next });
  };
  const move = (to: number): void => {
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)];
    if (!row) return;
    setAt(row.path);
    list.current?.show(rows.indexOf(row));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!chosen) return;
    if (event.key === "ArrowDown") move(index + 1);
    else if (event.key === "ArrowUp") move(index - 1);
    else if (event.key === "ArrowRight" && chosen.children > 0 && !chosen.open) toggle(chosen);
    else if (event.key === "ArrowLeft" && chosen.open) toggle(chosen);
    else if (event.key === "ArrowLeft") move(rows.findLastIndex((row, place) => place < index && row.depth < chosen.depth));
    else if (event.key === "Enter" && chosen.children > 0) toggle(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="json-tree">
      <div className="corner">
        <CopyButton text={() => writeJson(value, 2)} label={`Copy ${label}`} />
      </div>
      <div style={{ height: Math.min(rows.length, TALLEST_ROWS) * ROW_PX + 8 }}>
        <VirtualRows
          handle={list}
          role="tree"
          label={label}
          count={rows.length}
          rowHeight={ROW_PX}
          className="fill"
          activeId={chosen ? `${id}-${index}` : undefined}
          onKeyDown={onKeyDown}
          render={(place) => {
            const row = rows[place]!;
            return (
              <div
                key={row.path + place}
                id={`${id}-${place}`}
                role="treeitem"
                aria-level={row.depth + 1}
                aria-selected={row === chosen}
                {...(row.children > 0 ? { "aria-expanded": row.open } : {})}
                className="tree-row"
                style={{ height: ROW_PX, paddingLeft: 6 + row.depth * 14 }}
                onClick={() => {
                  setAt(row.path);
                  if (row.children > 0) toggle(row);
                }}
              >
                <span className="twist" aria-hidden="true">
                  {row.children > 0 ? (row.open ? "▾" : "▸") : ""}
                </span>
                {row.name !== null ? <bdi className="tree-name">{visibleName(row.name)}: </bdi> : null}
                <TreeValue row={row} />
              </div>
            );
          }}
        />
      </div>
      {chosen && chosen.path === at && isLong(chosen.value) ? <LongText text={chosen.value} label={`whole text of ${visibleName(chosen.name ?? label)}`} /> : null}
    </div>
  );
}

/** A text of which a row may show only the beginning. */
function isLong(value: Json): value is string {
  return typeof value === "string" && value.length > FITS;
}

function TreeValue({ row }: { row: TreeRow }): ReactElement {
  const { value, kind } = row;
  if (row.range) return <span className="dim">{`${row.range[0]} … ${row.range[1] - 1}`}</span>;
  if (kind === "array") return <span className="dim">{row.children === 0 ? "[]" : `[ ${count(row.children, "item")} ]`}</span>;
  if (kind === "object") return <span className="dim">{row.children === 0 ? "{}" : `{ ${count(row.children, "field")} }`}</span>;
  if (typeof value === "string") {
    return (
      <span className="tree-string" title={isLong(value) ? "Choose this row to see all of it" : undefined}>
        {`"${visibleName(beginning(value, LONGEST_STRING)).replace(/^\(no name\)$/, "")}"`}
      </span>
    );
  }
  if (isNumber(value)) return <span className="tree-number">{spell(value)}</span>;
  return <span className="tree-word">{String(value)}</span>;
}
