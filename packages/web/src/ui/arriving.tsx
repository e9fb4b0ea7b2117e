import { Button } from '@mantine/core';
import { Component, Suspense, useLayoutEffect, type ReactNode } from 'react';
import { boundaryTexts as texts } from './boundary-texts.ts';
import { CodeMissing } from './lazy-part.ts';

/** Why a part is not shown, and what tries it again. */
export interface PartFailure {
  readonly fault: unknown;
  readonly again: () => void;
}

interface BoundaryProps {
  readonly failed: (failure: PartFailure) => ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failure: { readonly fault: unknown } | undefined;
}

/** Keeps a fault inside of it from taking the rest of the console away. A class, because React has no other way. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  static getDerivedStateFromError(fault: unknown): BoundaryState {
    return { failure: { fault } };
  }

  override state: BoundaryState = { failure: undefined };

  readonly again = (): void => {
    const fault = this.state.failure?.fault;
    // Code that is there and still fails would fail again: only another page helps.
    if (!(fault instanceof CodeMissing)) return window.location.reload();
    fault.again();
    return this.setState({ failure: undefined });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.failed({ fault: failure.fault, again: this.again }) : this.props.children;
  }
}

/** Says that a part could not be shown, with a way to load it again; being online again does so, too. */
export const PartFailed = ({ fault, again }: PartFailure): ReactNode => {
  const missing = fault instanceof CodeMissing;
  // Before anybody sees it: the network may be back at that very moment.
  useLayoutEffect(() => {
    if (!missing) return undefined;
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [missing, again]);
  return (
    <div className="sp-row sp-between" role="alert">
      <span>{missing ? texts.missing : texts.broken}</span>
      <Button variant="default" onClick={again}>
        {texts.again}
      </Button>
    </div>
  );
};

interface ArrivingProps {
  readonly children: ReactNode;
  /** What stands there until the code of what is inside has arrived; nothing unless said otherwise. */
  readonly fallback?: ReactNode;
  /** What stands there when it does not arrive; one sentence and a button unless said otherwise. */
  readonly failed?: (failure: PartFailure) => ReactNode;
}

/** Where lazily fetched parts stand: shows something while they arrive, and a way out when they do not. */
export const Arriving = ({ children, fallback = null, failed }: ArrivingProps): ReactNode => (
  <Boundary failed={failed ?? ((failure) => <PartFailed {...failure} />)}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </Boundary>
);
