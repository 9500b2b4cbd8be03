import { Component, Suspense, type ReactElement, type ReactNode } from "react";
import { whenLive } from "./lazyPart.ts";
import { Refusal } from "./notes.tsx";

/** A part of the page that is loaded when first shown, and whose failure stays its own. */
export function Lazy({ children }: { children: ReactNode }): ReactElement {
  return (
    <Guarded>
      <Suspense fallback={<div className="loading" role="status">Loading…</div>}>{children}</Suspense>
    </Guarded>
  );
}

/** A part that cannot be fetched belongs to a console that has been replaced meanwhile. */
function words(problem: Error): string {
  return /import/i.test(problem.message) && problem instanceof TypeError
    ? "This part of the page cannot be loaded: the console may have been replaced by another version. Load the page anew."
    : `This part of the page failed: ${problem.message}`;
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
        <Refusal error={words(problem)} />
        <button type="button" className="link" onClick={() => this.setState({ problem: null })}>
          Show it again
        </button>{" "}
        <button type="button" className="link" onClick={() => void whenLive().then(() => location.reload())}>
          Load the page anew
        </button>
      </div>
    );
  }
}
