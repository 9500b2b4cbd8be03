import { Component, Suspense, type ReactElement, type ReactNode } from "react";
import { Refusal } from "./notes.tsx";

/** A part of the page that is loaded when first shown, and whose failure stays its own. */
export function Lazy({ children }: { children: ReactNode }): ReactElement {
  return (
    <Guarded>
      <Suspense fallback={<div className="loading" role="status">Loading…</div>}>{children}</Suspense>
    </Guarded>
  );
}

export class Guarded extends Component<{ children: ReactNode }, { problem: Error | null }> {
  override state: { problem: Error | null } = { problem: null };

  static getDerivedStateFromError(problem: Error): { problem: Error } {
    return { problem };
  }

  override componentDidCatch(problem: Error): void {
    console.error(problem);
  }

  override render(): ReactNode {
    const { problem } = this.state;
    if (!problem) return this.props.children;
    return (
      <div className="pad">
        <Refusal error={`This part of the page failed: ${problem.message}`} />
        <button type="button" className="link" onClick={() => this.setState({ problem: null })}>
          Show it again
        </button>
      </div>
    );
  }
}
