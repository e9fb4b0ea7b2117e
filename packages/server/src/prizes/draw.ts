import type { PersonalCoupon } from '@skyport/contract/coupons';
import type { prizesCalls } from '@skyport/contract/prizes';
import { gigabytes } from '@skyport/contract/units';
import { inTransaction, type Db } from '@skyport/db';
import { postMany } from '@skyport/db/ledger';
import { lockCustomer } from '../accounts/index.ts';
import { couponsById, giveCoupon } from '../coupons/index.ts';
import { addToBell } from '../notices/index.ts';
import { takeAttemptsWithin } from '../platform/attempts.ts';
import { dayOf } from '../platform/clock.ts';
import type { Account, Deps, Handler } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { refuse } from '../platform/refuse.ts';
import { extendMembership, givableTraffic, lockTraffic, moveTraffic, settleUse } from '../traffic/index.ts';
import { findDraw, insertDraw, type DrawRow } from './draw-store.ts';
import { presentDraw } from './present.ts';
import { drawOne, lotteryEntries, totalWeight } from './rules.ts';
import { listPrizes, type PrizeRow } from './store.ts';
import { texts } from './texts.ts';

const HOURS_A_DAY = 24;

/** What draws of an account are counted as. */
const DRAW_LIMITS = ['prize_draw.account', 'prize_draw_day.account'] as const;

/** A draw that is about to be given. */
interface Drawing {
  readonly id: string;
  readonly caller: Account;
  readonly prize: PrizeRow;
  /** Bytes. */
  readonly cost: number;
  readonly at: Date;
  readonly day: string;
}

/** Posts what a draw costs and gives; its id names both, so that nothing is moved twice. */
const postDraw = async (trx: Db, { id, caller, prize, cost, at }: Drawing): Promise<void> => {
  const of = { ref: id, actor: caller.id, at };
  const outcomes = await postMany(trx, [
    ...(cost > 0
      ? [{ ...of, key: `draw:${id}`, kind: 'prize_spend', entries: lotteryEntries(caller.num, -cost) }]
      : []),
    ...(prize.traffic > 0
      ? [{ ...of, key: `draw-prize:${id}`, kind: 'prize_reward', entries: lotteryEntries(caller.num, prize.traffic) }]
      : []),
  ]);
  if (outcomes.some((outcome) => outcome !== 'posted'))
    throw new Error(`the draw ${id} cannot be posted: ${outcomes.join(' and ')}`);
};

/** Takes the cost off the account, and gives traffic and days; a prize of nothing leaves no record of its own. */
const giveTraffic = async (trx: Db, drawing: Drawing): Promise<void> => {
  const { caller, prize, cost, at, day } = drawing;
  const move = { userNum: caller.num, at, day };
  const account = await lockTraffic(trx, caller.num);
  await postDraw(trx, drawing);
  const after = { ...account, granted: account.granted - cost };
  if (cost > 0)
    await moveTraffic(trx, account, {
      ...move,
      recordType: 'prize_spend',
      description: texts.records.cost,
      amount: -cost,
    });
  if (prize.traffic > 0 || prize.vip_days > 0)
    await moveTraffic(trx, after, {
      ...move,
      recordType: 'prize_reward',
      description: texts.records.won(prize.name),
      amount: prize.traffic,
    });
  if (prize.vip_days > 0)
    await extendMembership(trx, { userNum: caller.num, hours: prize.vip_days * HOURS_A_DAY, now: at });
};

/** Makes the coupon of a prize, and tells its owner of it in the bell. */
const giveDiscount = async (trx: Db, deps: Deps, { caller, prize }: Drawing): Promise<PersonalCoupon | undefined> => {
  if (!prize.has_coupon) return undefined;
  const name = texts.coupon.name(prize.name);
  const gift = { ownerId: caller.id, name, discountBp: prize.discount_bp, days: prize.discount_days };
  const coupon = await giveCoupon(trx, deps, gift);
  const until = dayOf(new Date(coupon.expireTime), deps.settings.current().timezone);
  // Divided once: a tenth of a share that is written in binary shows as 5.699999999999999.
  const text = texts.coupon.bell(`${prize.discount_bp / 1000} 折`, { code: coupon.code, until });
  await addToBell(trx, { userId: caller.id, href: '#/shop', text }, deps);
  return coupon;
};

/** What can be drawn, for whoever can hold all of it. Refuses where nothing can be. */
const openPrizes = async (trx: Db, { num }: Account, day: string): Promise<PrizeRow[]> => {
  const prizes = await listPrizes(trx);
  if (totalWeight(prizes) === 0) refuse('notFound', texts.empty);
  const room = await givableTraffic(trx, { userNum: num, day, recordType: 'prize_reward' });
  if (prizes.some(({ traffic, weight }) => weight > 0 && traffic > room)) refuse('conflict', texts.tooMuch);
  return prizes;
};

/** Draws for an account that is locked: what it costs, the prize, the coupon and the log, all or nothing. */
const drawLocked = async (trx: Db, deps: Deps, { caller, click }: { caller: Account; click: string }) => {
  const settings = await deps.settings.fresh(trx);
  const at = deps.clock.now();
  const day = dayOf(at, settings.timezone);
  const cost = gigabytes(settings.prizeBaseCost);
  const left = await settleUse(trx, deps, caller.num);
  const prizes = await openPrizes(trx, caller, day);
  if (cost > left) refuse('notEnoughTraffic');
  const prize = drawOne(prizes, deps.random);
  const drawing = { id: deps.ids.next(), caller, prize, cost, at, day };
  const coupon = await giveDiscount(trx, deps, drawing);
  await giveTraffic(trx, drawing);
  const { name, traffic, vip_days } = prize;
  const row: DrawRow = {
    id: drawing.id,
    user_num: caller.num,
    click,
    cost,
    prize_id: prize.id,
    name,
    traffic,
    vip_days,
    coupon_id: coupon?._id ?? null,
    drawn_at: at,
  };
  await usersChanged(trx, deps, [caller.num]);
  return presentDraw(await insertDraw(trx, row, prizes), coupon);
};

/** Draws once a click: the same one is answered by its draw again. */
export const draw: Handler<(typeof prizesCalls)['draw']> = async ({ click }, { caller }, deps) => {
  const answer = await inTransaction(deps.db, async (trx) => {
    const customer = await lockCustomer(trx, caller.id, 'share');
    if (customer.isAgencyUser) refuse('roleForbidden');
    // Draws of one account wait for each other here: the second of two that are the same sees what the first has drawn.
    const attempts = DRAW_LIMITS.map((kind) => ({ kind, key: caller.id }));
    const outcome = await takeAttemptsWithin(trx, deps, { attempts });
    const known = click === undefined ? undefined : await findDraw(trx, caller.num, click);
    if (known) {
      const coupons = await couponsById(trx, known.coupon_id === null ? [] : [known.coupon_id]);
      return presentDraw(known, coupons.get(known.coupon_id ?? ''));
    }
    if ('over' in outcome) refuse('tooFrequent', outcome.kind === 'prize_draw.account' ? undefined : texts.drawsOver);
    const drawn = await drawLocked(trx, deps, { caller, click: click ?? deps.ids.next() });
    deps.crash.at('draw.before-commit');
    return drawn;
  });
  deps.crash.at('draw.after-commit');
  return answer;
};
