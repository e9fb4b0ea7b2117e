import type { Clock } from './clock.ts';
import { singleFlight } from './single-flight.ts';

/** How old the check of a copy may be, in ms: well below the second in which a change must be visible. */
const CHECKED_FOR_MS = 500;

/** This process's copy of something in the database that has a version. */
export interface VersionedCopy<T> {
  /** The copy, when its version was checked within the last half second; undefined otherwise. */
  fresh(): T | undefined;
  /**
   * The copy, checked within the last half second; everybody who waits shares one check. Throws when it cannot be read.
   */
  get(): Promise<T>;
}

/** A copy that is read again when its version has changed; as long as it has not, the same object stays. */
export const versionedCopy = <T>({
  clock,
  version,
  read,
}: {
  readonly clock: Clock;
  readonly version: () => Promise<number>;
  /** Reads what belongs to a version, or to a newer one. */
  readonly read: (version: number) => Promise<T>;
}): VersionedCopy<T> => {
  let copy: { readonly version: number; readonly value: T } | undefined;
  let checkedAt = 0;
  const check = singleFlight(async (): Promise<T> => {
    const askedAt = clock.now().getTime();
    const newest = await version();
    if (copy?.version !== newest) copy = { version: newest, value: await read(newest) };
    checkedAt = askedAt;
    return copy.value;
  });
  const fresh = (): T | undefined =>
    copy && Math.abs(clock.now().getTime() - checkedAt) < CHECKED_FOR_MS ? copy.value : undefined;
  return {
    fresh,
    get: async () => fresh() ?? check(),
  };
};
