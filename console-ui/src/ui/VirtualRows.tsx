import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type ReactElement, type ReactNode, type Ref } from "react";

export interface VirtualHandle {
  show: (index: number) => void;
}

interface Props {
  count: number;
  rowHeight: number;
  render: (index: number) => ReactNode;
  label: string;
  role?: string;
  testId?: string;
  className?: string;
  /** So many rows have been let go before the first: the rows in sight stay where they are when it grows. Without: not known. */
  dropped?: number | undefined;
  /** Stays at the end when rows are added there. */
  follow?: boolean;
  onScrolledAway?: (() => void) | undefined;
  /** Somebody scrolled down to the end. */
  onReachedEnd?: (() => void) | undefined;
  handle?: Ref<VirtualHandle>;
  activeId?: string | undefined;
  onKeyDown?: ((event: React.KeyboardEvent) => void) | undefined;
}

const SPARE_ROWS = 12;
/** Browsers do not lay out boxes of any height. */
const TALLEST_PX = 15_000_000;

/** Rows of one height, of which only those in sight exist. */
export function VirtualRows(props: Props): ReactElement {
  const { count, rowHeight, render, label, role = "list", testId, className, dropped, follow = false, onScrolledAway, onReachedEnd, handle, activeId, onKeyDown } = props;
  const box = useRef<HTMLDivElement>(null);
  const gone = useRef(dropped);
  const [view, setView] = useState({ top: 0, height: 600, dropped });
  const measure = useCallback(() => {
    const element = box.current;
    if (element) setView({ top: element.scrollTop, height: element.clientHeight, dropped: gone.current });
  }, []);
  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    const watch = new ResizeObserver(measure);
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, [measure]);
  useLayoutEffect(() => {
    const element = box.current;
    const before = gone.current;
    gone.current = dropped;
    if (!element) return;
    if (follow) element.scrollTop = element.scrollHeight;
    else element.scrollTop -= fewer(before, dropped) * rowHeight;
    if (follow || (before === undefined) !== (dropped === undefined)) measure();
  }, [follow, count, dropped, rowHeight, measure]);
  useImperativeHandle(handle, () => ({
    show: (index) => {
      const element = box.current;
      if (!element) return;
      const top = index * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight;
    },
  }));
  const onScroll = (): void => {
    const element = box.current;
    if (!element) return;
    const away = element.scrollHeight - element.clientHeight - element.scrollTop > rowHeight * 2;
    if (follow && away && element.scrollTop < view.top) onScrolledAway?.();
    else if (!follow && !away && element.scrollTop > view.top) onReachedEnd?.();
    measure();
  };
  // A browser glides to the first and the last row, and loses a key that is pressed on the way.
  const jump = (event: React.KeyboardEvent): void => {
    onKeyDown?.(event);
    const element = box.current;
    if (!element || event.target !== element || event.defaultPrevented || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    element.scrollTop = event.key === "Home" ? 0 : element.scrollHeight;
    if (event.key === "End") onReachedEnd?.();
  };
  // Where the box will be once this is on the page, so that no row is made only to be thrown away.
  const top = follow ? Math.max(0, count * rowHeight - view.height) : Math.max(0, view.top - fewer(view.dropped, dropped) * rowHeight);
  const first = Math.max(0, Math.floor(top / rowHeight) - SPARE_ROWS);
  const last = Math.min(count, Math.ceil((top + view.height) / rowHeight) + SPARE_ROWS);
  const rows: ReactNode[] = [];
  for (let index = first; index < last; index++) rows.push(render(index));
  return (
    <div
      ref={box}
      className={`virtual ${className ?? ""}`}
      role={role}
      aria-label={label}
      tabIndex={0}
      data-testid={testId}
      aria-activedescendant={activeId}
      onScroll={onScroll}
      onKeyDown={jump}
    >
      <div role="presentation" style={{ height: Math.min(TALLEST_PX, count * rowHeight), position: "relative" }}>
        <div role="presentation" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}

function fewer(before: number | undefined, now: number | undefined): number {
  return before === undefined || now === undefined ? 0 : Math.max(0, now - before);
}
