import { MOST_DRAWS, type Prize, PrizeForm, type prizesCalls } from '@skyport/contract/prizes';
import { gigabytes } from '@skyport/contract/units';
import { inTransaction, type Db } from '@skyport/db';
import { couponsById } from '../coupons/index.ts';
import { leaveImage, takeImage } from '../files/index.ts';
import { checkAsShown } from '../platform/as-shown.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Account, Deps, Handler, HandlersOf } from '../platform/deps.ts';
import { madeBefore } from '../platform/made-once.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { takeableTraffic } from '../traffic/index.ts';
import { checkAverage, checkCaps, checkChances, checkStored } from './bounds.ts';
import { listDraws, sumDraws } from './draw-store.ts';
import { draw } from './draw.ts';
import { draftOf, presentDraw, presentOnWheel, presentPrize } from './present.ts';
import { totalWeight } from './rules.ts';
import { changePrize, insertPrize, listPrizes, listShowing, lockPrize, lockPrizes, removePrize } from './store.ts';
import { texts } from './texts.ts';

type Calls = typeof prizesCalls;

/** Days whose draws staff see summed up. */
const SUMMED_MS = 30 * DAY_MS;

const costOf = ({ settings }: Pick<Deps, 'settings'>): number => gigabytes(settings.current().prizeBaseCost);

const list: Handler<Calls['list']> = async (_input, { caller }, deps) => {
  const prizes = await listPrizes(deps.db);
  if (totalWeight(prizes) === 0) refuse('notFound', texts.empty);
  return {
    cost: costOf(deps),
    available: await takeableTraffic(deps.db, caller.num),
    seats: deps.settings.current().gameSeat,
    prizes: prizes.map(presentOnWheel),
  };
};

const draws: Handler<Calls['draws']> = async (_input, { caller }, { db }) => {
  const rows = await listDraws(db, caller.num, MOST_DRAWS);
  const coupons = await couponsById(
    db,
    rows.flatMap(({ coupon_id }) => coupon_id ?? []),
  );
  return rows.map((row) => presentDraw(row, coupons.get(row.coupon_id ?? '')));
};

const useOf = (id: string): string => `prize ${id}`;

/** Lets go of the image that a prize had, and takes another one: of the caller, or of another prize. */
const putPhoto = async (
  trx: Db,
  { id, from, to }: { readonly id: string; readonly from: string; readonly to: string },
  { caller, at }: { readonly caller: Account; readonly at: Date },
): Promise<void> => {
  if (from === to) return;
  const usedBy = useOf(id);
  const sharedBy = (await listShowing(trx, to)).map(useOf);
  if (to !== '' && !(await takeImage(trx, { filename: to, userId: caller.id, usedBy, sharedBy })))
    refuseField({ field: 'photoUrl', message: texts.noImage }, 'notFound');
  await leaveImage(trx, { filename: from, usedBy, at });
};

/** Locks a prize that is to be saved. Refuses when it is gone, or no longer what the caller was shown. */
const lockAsShown = async (trx: Db, id: string, shown: PrizeForm['shown']): Promise<Prize> => {
  const now = presentPrize((await lockPrize(trx, id)) ?? refuse('notFound'));
  if (shown) checkAsShown(PrizeForm, { noun: '奖品', others: '他人', shown, now });
  return now;
};

const update: Handler<Calls['update']> = async (form, context, deps) => {
  const { audited, caller } = context;
  const { settings } = deps;
  await checkCaps(deps, { _id: form._id, to: form }, context);
  const [draft, at] = [draftOf(form), deps.clock.now()];
  const id = form._id ?? deps.ids.next();
  const saved = await inTransaction(deps.db, async (trx) => {
    const { _id } = form;
    const before = await madeBefore(trx, { caller, audited, deps }, { kind: 'prize', form, id });
    if (before !== undefined) return (await lockPrize(trx, before)) ?? refuse('notFound');
    await lockPrizes(trx);
    await checkAverage(trx, { caller, settings }, { _id, to: form });
    if (_id === undefined) {
      await putPhoto(trx, { id, from: '', to: draft.photo }, { caller, at });
      return audited(trx, { ids: [id] }, () => insertPrize(trx, draft, { id, at }));
    }
    const stored = await lockAsShown(trx, _id, form.shown);
    checkStored(caller, stored);
    await checkChances(trx, caller, { _id, from: stored.weight, to: draft.weight });
    await putPhoto(trx, { id: _id, from: stored.photoUrl, to: draft.photo }, { caller, at });
    return audited(trx, { ids: [_id] }, () => changePrize(trx, _id, draft));
  });
  return presentPrize(saved);
};

const remove: Handler<Calls['delete']> = async ({ id }, context, deps) => {
  const { audited, caller } = context;
  const { settings } = deps;
  const change = { _id: id, to: undefined };
  await checkCaps(deps, change, context);
  const at = deps.clock.now();
  await inTransaction(deps.db, async (trx) => {
    await lockPrizes(trx);
    const stored = (await lockPrize(trx, id)) ?? refuse('notFound');
    checkStored(caller, presentPrize(stored));
    await checkAverage(trx, { caller, settings }, change);
    await checkChances(trx, caller, { _id: id, from: stored.weight, to: 0 });
    await putPhoto(trx, { id, from: stored.photo, to: '' }, { caller, at });
    await audited(trx, { ids: [id] }, () => removePrize(trx, id, at));
  });
  return {};
};

/** The lottery: draws for customers, and all prizes for operations staff. */
export const prizesHandlers: HandlersOf<Calls> = {
  list,
  draw,
  draws,
  adminList: async (_input, _context, { db }) => (await listPrizes(db)).map(presentPrize),
  adminCost: async (_input, _context, deps) => {
    const since = new Date(deps.clock.now().getTime() - SUMMED_MS);
    return { cost: costOf(deps), ...(await sumDraws(deps.db, since)) };
  },
  update,
  delete: remove,
};
