import { createElement, lazy, type ComponentType } from 'react';
import { fetchCode } from '../device/fetch-code.ts';

/**
 * Thrown by a part of the console whose code did not arrive. After `again` it is fetched anew when it is next shown.
 */
export class CodeMissing extends Error {
  readonly again: () => void;

  constructor(cause: unknown, again: () => void) {
    super('the code of this part did not arrive', { cause });
    this.again = again;
  }
}

/** A part of the console whose code is fetched when it is first shown; it has to stand inside of `Arriving`. */
export type LazyPart<P> = ComponentType<P> & {
  /** Fetches the code ahead; says nothing of a failure. */
  readonly prefetch: () => void;
};

/** Makes a part of an `import()`. React's own `lazy` alone would remember a failure for as long as the page is open. */
export const lazyPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyPart<P> => {
  let newest: ComponentType<P> | undefined;
  const fetched = async (): Promise<{ default: ComponentType<P> }> => {
    try {
      return await fetchCode(load);
    } catch (cause) {
      throw new CodeMissing(cause, () => {
        newest = undefined;
      });
    }
  };
  const Part = (props: P) => createElement((newest ??= lazy(fetched) as unknown as ComponentType<P>), props);
  return Object.assign(Part, { prefetch: () => void load().catch(() => undefined) });
};
