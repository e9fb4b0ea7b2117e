import { drawAboveCaps, type Drawable, type PrizeForm, prizeAboveCaps } from '@skyport/contract/prizes';
import type { Db } from '@skyport/db';
import type { Account, CallContext } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { presentPrize } from './present.ts';
import { listPrizes } from './store.ts';
import { texts } from './texts.ts';

/** Why the prizes with this one as it is to become are an admin's matter; undefined `to` for one that is deleted. */
const reasonOf = async (
  db: Db,
  { _id, to }: { readonly _id: string | undefined; readonly to: Drawable | undefined },
): Promise<string | undefined> => {
  const before = (await listPrizes(db)).map(presentPrize);
  const others = before.filter((prize) => prize._id !== _id);
  return drawAboveCaps(before, to ? [...others, to] : others);
};

/** What customers can win is capped, at once and on average; more than that only an admin offers, after a step-up. */
export const checkCaps = async (
  db: Db,
  form: PrizeForm,
  { caller, requireStepUp }: Pick<CallContext<Account>, 'caller' | 'requireStepUp'>,
): Promise<void> => {
  const reason = prizeAboveCaps(form) ?? (await reasonOf(db, { _id: form._id, to: form }));
  if (reason === undefined) return;
  if (caller.type !== 'admin') refuse('roleForbidden', texts.adminOnly(reason));
  await requireStepUp();
};

/**
 * Refuses operations staff a change after which a draw gives more on average than the caps. To be asked once more
 * behind the lock of all prizes: two changes may each be small enough.
 */
export const checkAverage = async (
  trx: Db,
  caller: Account,
  change: { readonly _id: string | undefined; readonly to: Drawable | undefined },
): Promise<void> => {
  if (caller.type === 'admin') return;
  const reason = await reasonOf(trx, change);
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
