import type { Deps } from '../platform/deps.ts';
import { listDueNetworks, type ReadMark, type WatchedMoney } from './watched-store.ts';

const NEVER = new Date(0);

/** How far the money of an instance that is watched was read; nothing of it when that cannot be found out now. */
const markOf = async ({ payments }: Deps, where: WatchedMoney): Promise<ReadMark[]> => {
  const provider = payments.known(where.instance);
  if (!provider?.readUpTo) return [];
  const upTo = await provider.readUpTo(where.network).catch(() => undefined);
  return [{ ...where, upTo: upTo ?? NEVER }];
};

/**
 * How far watchers have read where orders can be paid whose time is over at `now`: nobody tells of money on a chain,
 * and an order is paid by whatever came before its end.
 */
export const readMarks = async (deps: Deps, now: Date): Promise<readonly ReadMark[]> => {
  const where = await listDueNetworks(deps.db, now);
  return (await Promise.all(where.map((each) => markOf(deps, each)))).flat();
};
