import { PPM } from '../../platform/ppm.ts';
import type { FleetUser } from './fleet-user.ts';

/** Raw bytes of one user on one line. */
export interface SeenUse {
  readonly user: number;
  readonly line: number;
  readonly up: number;
  readonly down: number;
}

/**
 * Knows whose bounds on the nodes grow stale. An agent ends a user's service by itself when the bytes it was lent are
 * used; so before half of them are gone it must get new ones. After a start nothing is known of what agents were sent,
 * and the first use of every user renews it.
 */
export interface QuotaWatch {
  /** Users whose bounds must be renewed once these uses are billed. To be asked before the commit. */
  stale(uses: readonly SeenUse[], scalePpm: ReadonlyMap<number, number>): number[];
  /** Counts uses that were committed. A renewal that they asked for is committed with them, and not asked for again. */
  used(uses: readonly SeenUse[], scalePpm: ReadonlyMap<number, number>): void;
  /** The user was read again, so that the nodes get new bounds. */
  renewed(user: number): void;
}

/** A watch over these users. */
export const createQuotaWatch = (users: Pick<ReadonlyMap<number, FleetUser>, 'get'>): QuotaWatch => {
  /**
   * Estimated billed bytes since a renewal was last asked for or made; users who are missing had none since the start.
   */
  const since = new Map<number, number>();
  const sums = (uses: readonly SeenUse[], scalePpm: ReadonlyMap<number, number>): Map<number, number> => {
    const total = new Map<number, number>();
    for (const { user, line, up, down } of uses) {
      const factor = ((users.get(user)?.factor ?? 0) * (scalePpm.get(line) ?? PPM)) / PPM;
      total.set(user, (total.get(user) ?? 0) + (up + down) * factor);
    }
    return total;
  };
  /** What uses come to: they are asked about before the commit, and counted after it. */
  const known = new WeakMap<readonly SeenUse[], ReadonlyMap<number, number>>();
  const sumsOf = (uses: readonly SeenUse[], scalePpm: ReadonlyMap<number, number>): ReadonlyMap<number, number> => {
    const found = known.get(uses) ?? sums(uses, scalePpm);
    known.set(uses, found);
    return found;
  };
  const isStale = (num: number, billed: number): boolean => {
    const user = users.get(num);
    if (!user?.entitled) return false;
    const before = since.get(num);
    return before === undefined || before + billed >= user.bytesLeft / 2;
  };
  return {
    stale: (uses, scalePpm) => {
      const found: number[] = [];
      sumsOf(uses, scalePpm).forEach((billed, num) => {
        if (isStale(num, billed)) found.push(num);
      });
      return found;
    },
    used: (uses, scalePpm) =>
      sumsOf(uses, scalePpm).forEach((billed, num) => {
        const before = since.get(num);
        if (isStale(num, billed)) since.set(num, 0);
        else if (before !== undefined) since.set(num, before + billed);
      }),
    renewed: (user) => {
      since.set(user, 0);
    },
  };
};
