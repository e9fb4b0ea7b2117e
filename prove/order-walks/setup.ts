import assert from 'node:assert/strict';
import { GIB } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import { shopOf } from '@skyport/server/orders/testing/shop';
import type { TestApp, TestSession } from '@skyport/server/testing-app';
import { createModel, type Model, type Offer, type Prize } from './model.ts';
import { DRAW_COST, FEE_TENTHS, LEAST_PUSHED } from './model-gifts.ts';
import { LEAST, WAIT_MS } from './model-withdrawing.ts';
import type { HeldProvider } from './provider.ts';
import { worldOf, type CouponTerms, type World } from './world.ts';

/* What walks begin with. What staff make for each walk anew is put into the tables at once: a walk is to be cheap. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const OFFERS: readonly Offer[] = [
  { price: 9990, traffic: 10 * GIB, days: 0, bonus: 20 },
  { price: 30_000, traffic: 0, days: 1, bonus: 20 },
  { price: 1500, traffic: GIB + 1, days: 30, bonus: 7 },
];

/** Prizes of every kind, none of which is a whole G, and one that nobody draws. */
const PRIZES: readonly Omit<Prize, 'id'>[] = [
  { traffic: 0.125 * GIB, days: 0, discountBp: 8000, couponDays: 7, weight: 3 },
  { traffic: 2.5 * GIB, days: 3, discountBp: 10_000, couponDays: 0, weight: 1 },
  { traffic: 0, days: 0, discountBp: 10_000, couponDays: 0, weight: 1 },
  { traffic: 100 * GIB, days: 0, discountBp: 10_000, couponDays: 0, weight: 0 },
];

/** What the walks of one database share. */
export interface Ground {
  readonly app: TestApp;
  readonly provider: HeldProvider;
  readonly prizes: readonly Prize[];
  /** Where the wheel stops next. */
  readonly wheel: { place: number };
}

/** What all prizes weigh. */
const WEIGHTS = PRIZES.reduce((sum, { weight }) => sum + weight, 0);

/** Has steps decide what is drawn: a walk is the same from the same seed. */
const holdWheel = ({ deps }: TestApp): Ground['wheel'] => {
  const wheel = { place: 0 };
  const { random } = deps;
  const below = (most: number): number => (most === WEIGHTS ? wheel.place % WEIGHTS : random.below(most));
  Object.assign(deps, { random: { ...random, below } });
  return wheel;
};

/** Makes what walks share: settings and prizes. */
export const createGround = async (app: TestApp, provider: HeldProvider): Promise<Ground> => {
  const admin = await app.account({ type: 'admin', steppedUp: true });
  await app.changeSettings({
    min_charge_money: LEAST / 1000,
    withdraw_hold_days: WAIT_MS / DAY_MS,
    push_min: LEAST_PUSHED,
    push_cost_rate: FEE_TENTHS / 10,
    prizeBaseCost: DRAW_COST,
  });
  const prizes: Prize[] = [];
  for (const prize of PRIZES) {
    const form = {
      name: '奖品',
      gainTraffic: prize.traffic / GIB,
      gainVipTime: prize.days,
      weight: prize.weight,
      ...(prize.couponDays > 0 && {
        hasDiscountCoupon: true,
        discountValue: prize.discountBp / 10_000,
        discountDuration: prize.couponDays,
      }),
    };
    const made = await app.call('/api/yunying/prize/update', form, admin);
    assert.equal(made.code, 0, made.msg);
    prizes.push({ ...prize, id: made.data._id });
  }
  return { app, provider, prizes, wheel: holdWheel(app) };
};

const couponsOf = (walk: string, endsAt: number): CouponTerms[] => [
  { code: `FIVE${walk}`, type: 'cash', money: 5000, discountBp: 10_000, perUser: 1, total: 2, endsAt },
  { code: `SHARE${walk}`, type: 'discount', money: 0, discountBp: 8333, perUser: 0, total: 0, endsAt },
  { code: `WHOLE${walk}`, type: 'cash', money: 30_000, discountBp: 10_000, perUser: 2, total: 1, endsAt },
  { code: `TRIAL${walk}`, type: 'freeTime', money: 0, discountBp: 10_000, perUser: 1, total: 5, endsAt },
];

/** A walk that is being set up. */
type Begun = Pick<World, 'app' | 'admin' | 'model' | 'name'>;

/** Puts what the shop sells into its tables, every product under one name, because an order copies that as well. */
const stock = async ({ app: { deps }, admin, model, name }: Begun): Promise<void> => {
  const created_at = new Date(model.now);
  for (const offer of OFFERS) model.products.push({ id: deps.ids.next(), offer, isDeleted: false });
  for (const terms of couponsOf(name, model.now + 40 * HOUR_MS))
    model.coupons.push({ ...terms, id: deps.ids.next(), isDeleted: false, owner: undefined });
  await deps.db
    .insertInto('combos')
    .values(
      model.products.map(({ id, offer: { price, traffic, days, bonus } }) => ({
        id,
        name: 'walk',
        price,
        traffic,
        vip_days: days,
        bonus_percent: bonus,
        created_at,
      })),
    )
    .execute();
  await deps.db
    .insertInto('coupons')
    .values(
      model.coupons.map(({ id, code, type, money, discountBp, perUser, total, endsAt }) => ({
        id,
        name: 'walk',
        code,
        type,
        money,
        discount_bp: discountBp,
        per_user: perUser,
        total,
        vip_days: type === 'freeTime' ? 1 : 0,
        expires_at: new Date(endsAt),
        created_at,
        made_by: admin.userId,
        worth_by: admin.userId,
      })),
    )
    .execute();
};

/** Rebates that the inviter has from the start. */
const REBATES = 21_505;

const fundRebates = (app: TestApp, { num, userId }: TestSession): Promise<unknown> =>
  inTransaction(app.deps.db, (trx) =>
    post(trx, {
      key: `walk:${userId}`,
      kind: 'adjust',
      ref: userId,
      actor: 'test',
      at: app.clock.now(),
      entries: [
        { account: { owner: null, kind: 'adjust' }, unit: 'CNY_MILLI', amount: -REBATES },
        { account: { owner: num, kind: 'wallet_rebate' }, unit: 'CNY_MILLI', amount: REBATES },
      ],
    }),
  );

/** Where everybody is paid out from the start; the address has rested. */
export const FIRST_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const setPayouts = async (app: TestApp, model: Model, sessions: readonly TestSession[]): Promise<void> => {
  const changedAt = model.now - 2 * DAY_MS;
  const row = { network: 'trc20', address: FIRST_ADDRESS, changed_at: new Date(changedAt) };
  const rows = sessions.map(({ userId }) => ({ ...row, user_id: userId }));
  await app.deps.db.insertInto('payout_addresses').values(rows).execute();
  for (const person of model.people) person.payout = { address: FIRST_ADDRESS, changedAt };
};

const makePeople = async (app: TestApp, admin: TestSession, walk: string): Promise<TestSession[]> => {
  const sessions: TestSession[] = [];
  for (const [who, type] of [
    ['inviter', 'channel'],
    ['invited', 'normal'],
    ['agency', 'normal'],
    ['customer', 'normal'],
  ] as const)
    sessions.push(await app.account({ email: `${who}${walk}@walk.example`, type, steppedUp: true }));
  const [inviter, invited, agency, customer] = sessions;
  const channel = { email: inviter!.email, name: '', code: `WALK${walk}`.padEnd(6, '_'), rewardRate: 0.2 };
  const made = await app.call('/api/admin/users/update_channel', { ...channel, comsumerDuration: 365 }, admin);
  assert.equal(made.code, 0, made.msg);
  const change = (of: TestSession | undefined) => app.deps.db.updateTable('users').where('id', '=', of!.userId);
  await change(invited).set({ channel_code: channel.code }).execute();
  await change(agency).set({ is_agency: true }).execute();
  await change(customer).set({ is_agency_user: true, agent_id: agency!.userId }).execute();
  return sessions;
};

let walks = 0;

/** Makes people, products and coupons for one walk. */
export const createWorld = async (ground: Ground): Promise<World> => {
  walks += 1;
  const name = String(walks);
  const { app } = ground;
  // A session of staff does not live as long as many walks.
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const model = createModel(app.clock.now().getTime());
  const sessions = await makePeople(app, admin, name);
  await setPayouts(app, model, sessions);
  await fundRebates(app, sessions[0]!);
  model.people[0]!.wallet.rebate += REBATES;
  await stock({ app, admin, model, name });
  return worldOf({ ...ground, admin, shop: shopOf(app, admin), name, model, sessions });
};
