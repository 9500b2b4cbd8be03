import { memo, type KeyboardEvent, type ReactElement, type Ref } from "react";
import type { Row } from "../api/types.ts";
import { VirtualRows, type VirtualHandle } from "../ui/VirtualRows.tsx";
import { ROW_PX, TrafficRow } from "./TrafficRow.tsx";

interface Props {
  list: Ref<VirtualHandle>;
  rows: readonly Row[];
  /** So many were let go before the first, where that is known. */
  dropped: number | undefined;
  /** The place of the chosen one, or -1. */
  at: number;
  follow: boolean;
  onScrolledAway: () => void;
  choose: (row: Row) => void;
  move: (by: number) => void;
}

/** The rows in sight. Apart from the area, so that what comes meanwhile can wait while somebody presses keys. */
export const TrafficRows = memo(function TrafficRows({ list, rows, dropped, at, follow, onScrolledAway, choose, move }: Props): ReactElement {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <VirtualRows
      handle={list}
      role="rowgroup"
      label="Exchanges"
      testId="traffic-rows"
      className="traffic-rows"
      count={rows.length}
      rowHeight={ROW_PX}
      dropped={dropped}
      follow={follow}
      onScrolledAway={onScrolledAway}
      onKeyDown={onKeyDown}
      render={(index) => <TrafficRow key={rows[index]!.id} row={rows[index]!} index={(dropped ?? 0) + index} chosen={index === at} choose={choose} />}
    />
  );
});
