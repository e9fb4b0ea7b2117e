import { drawAboveCaps, type Drawable, type Prize, type PrizeForm, prizeAboveCaps } from '@skyport/contract/prizes';
import type { Db } from '@skyport/db';
import type { Account, CallContext, Deps } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { presentPrize } from './present.ts';
import { listPrizes } from './store.ts';
import { texts } from './texts.ts';

/** A prize that is saved, or deleted (undefined `to`); without `_id` a new one. */
interface PrizeChange<P extends Drawable> {
  readonly _id: string | undefined;
  readonly to: P | undefined;
}

type Settings = Pick<Deps, 'settings'>;

/** Why the prizes after a change are an admin's matter. */
const reasonOf = async (
  db: Db,
  { settings }: Settings,
  { _id, to }: PrizeChange<Drawable>,
): Promise<string | undefined> => {
  const before = (await listPrizes(db)).map(presentPrize);
  const others = before.filter((prize) => prize._id !== _id);
  return drawAboveCaps({ before, after: to ? [...others, to] : others, cost: settings.current().prizeBaseCost });
};

/** What customers can win is capped, at once and on average; more than that only an admin offers, after a step-up. */
export const checkCaps = async (
  deps: Pick<Deps, 'db'> & Settings,
  change: PrizeChange<PrizeForm>,
  { caller, requireStepUp }: Pick<CallContext<Account>, 'caller' | 'requireStepUp'>,
): Promise<void> => {
  const reason = (change.to && prizeAboveCaps(change.to)) ?? (await reasonOf(deps.db, deps, change));
  if (reason === undefined) return;
  if (caller.type !== 'admin') refuse('roleForbidden', texts.adminOnly(reason));
  await requireStepUp();
};

/** Refuses operations staff a stored prize above the caps: its chance is worth as much, and it is an admin's. */
export const checkStored = (caller: Account, stored: Prize): void => {
  if (caller.type !== 'admin' && prizeAboveCaps(stored) !== undefined) refuse('roleForbidden', texts.ofAdmin);
};

/**
 * Refuses operations staff a change after which a draw gives more on average than the caps. To be asked once more
 * behind the lock of all prizes: two changes may each be small enough.
 */
export const checkAverage = async (
  trx: Db,
  { caller, settings }: { readonly caller: Account } & Settings,
  change: PrizeChange<Drawable>,
): Promise<void> => {
  if (caller.type === 'admin') return;
  const reason = await reasonOf(trx, { settings }, change);
  if (reason !== undefined) refuse('roleForbidden', texts.adminOnly(reason));
};

/**
 * Refuses to have other prizes drawn more often while one above the caps can be: its chance is worth as much as itself,
 * and an admin's matter, whichever prize is made rarer or deleted for it.
 */
export const checkChances = async (
  trx: Db,
  caller: Account,
  { _id, from, to }: { readonly _id: string; readonly from: number; readonly to: number },
): Promise<void> => {
  if (caller.type === 'admin' || to >= from) return;
  const others = (await listPrizes(trx)).filter(({ id, weight }) => id !== _id && weight > 0).map(presentPrize);
  if (others.some((prize) => prizeAboveCaps(prize) !== undefined)) refuse('roleForbidden', texts.chances);
};
