import type { Deps } from '../platform/deps.ts';
import { listDueNetworks, type ReadMark, type WatchedMoney } from './watched-store.ts';

const NEVER = new Date(0);

/** Up to which moment the watched money of an instance was read; the beginning of time when that is unknown now. */
const markOf = async ({ payments }: Deps, where: WatchedMoney): Promise<ReadMark[]> => {
  const provider = payments.known(where.instance);
  if (!provider?.readUpTo) return [];
  const upTo = await provider.readUpTo(where.network).catch(() => undefined);
  return [{ ...where, upTo: upTo ?? NEVER }];
};

/**
 * Up to which moment each chain watcher has read, for the chains on which orders can be paid whose time is over at
 * `now`: nobody tells of money on a chain, and an order is paid by whatever came before its end.
 */
export const readMarks = async (deps: Deps, now: Date): Promise<readonly ReadMark[]> => {
  const where = await listDueNetworks(deps.db, now);
  return (await Promise.all(where.map((each) => markOf(deps, each)))).flat();
};
