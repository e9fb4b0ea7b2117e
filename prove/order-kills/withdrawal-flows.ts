import assert from 'node:assert/strict';
import type { OrderState } from '@skyport/contract/order-states';
import { codes } from '@skyport/contract/codes';
import type { CrashPoint } from '@skyport/server/platform/crash';
import type { TestSession } from '@skyport/server/testing-app';
import { ask } from './acts.ts';
import type { Flow, Purchase } from './flows.ts';
import { PASSWORD, type World } from './world.ts';

/*
 * Ways by which the panel dies while money leaves a wallet. People ask again until it is done; whatever they were told,
 * it must have happened once.
 */

const DAY_MS = 86_400_000;
/** Yuan of rebates. */
const REBATES = 600;
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const form = { addressType: 'USDT-TRC20', address: ADDRESS };

/** Gives an account rebates and a payout address that has rested. */
const makeReady = async ({ shop, journal }: World, user: TestSession): Promise<void> => {
  if (journal.rebated.has(user.num)) return;
  await shop.shop.fund(user, REBATES, 'wallet_rebate');
  journal.rebated.set(user.num, REBATES * 1000);
  const changed_at = new Date(shop.app.clock.now().getTime() - 2 * DAY_MS);
  const row = { user_id: user.userId, network: 'trc20', address: ADDRESS, changed_at };
  await shop.app.deps.db.insertInto('payout_addresses').values(row).execute();
};

/** The withdrawals of an account: there is at most one in a way. */
const withdrawalOf = async ({ shop }: World, { user }: Purchase) => {
  const rows = await shop.app.deps.db
    .selectFrom('withdrawals')
    .select(['id', 'status', 'amount'])
    .where('user_id', '=', user.userId)
    .execute();
  assert(rows.length <= 1, 'a withdrawal was made twice');
  return rows[0];
};

const byUser = (world: World, { user }: Purchase, path: string, payload: object) =>
  ask(world, path, payload, () => user);
const byStaff = (world: World, path: string, payload: object) =>
  ask(world, `/api/admin/charge/${path}`, payload, ({ adminCookie }) => ({ cookie: adminCookie }));

const withdraw = async (world: World, purchase: Purchase): Promise<void> => {
  await makeReady(world, purchase.user);
  await byUser(world, purchase, '/api/wallet/make_charge', {});
};

/** The open withdrawal, asked for until it is there. */
const openWithdrawal = async (world: World, purchase: Purchase): Promise<string> => {
  await withdraw(world, purchase);
  const row = await withdrawalOf(world, purchase);
  assert(row && row.amount === REBATES * 1000, 'nothing is withdrawn any more');
  return row.id;
};

/** Ends a withdrawal, and once more when nobody knows whether that has happened. */
const ending = (path: 'checkout_charge' | 'return_charge', wanted: string, points: readonly CrashPoint[]): Way => ({
  name: `a withdrawal is ${wanted}`,
  points,
  strike: async (world, purchase) =>
    byStaff(world, path, { charge_id: await openWithdrawal(world, purchase), msg: '退回' }),
  resume: async (world, purchase) => {
    const row = await withdrawalOf(world, purchase);
    assert(row, 'a withdrawal that was acknowledged is gone');
    const heard = await byStaff(world, path, { charge_id: row.id, msg: '退回' });
    assert(heard !== 'lost' && [0, codes.conflict.code].includes(heard.code), `${path} is refused`);
    assert.equal((await withdrawalOf(world, purchase))?.status, wanted);
  },
});

interface Way {
  readonly name: string;
  readonly points: readonly CrashPoint[];
  strike(world: World, purchase: Purchase): Promise<unknown>;
  resume(world: World, purchase: Purchase): Promise<void>;
}

const setAddress = (world: World, purchase: Purchase) =>
  byUser(world, purchase, '/api/wallet/change_reward_adress', { ...form, confirm: PASSWORD });

const mark = async (world: World, purchase: Purchase) => {
  const { journal, shop } = world;
  const { user } = purchase;
  if (!journal.rebated.has(user.num)) {
    await shop.fund(user, REBATES);
    journal.rebated.set(user.num, REBATES * 1000);
  }
  const change = user.userId.replaceAll('-', '');
  return byStaff(world, 'mark_withdrawable', { uid: user.userId, money: REBATES, reason: 'kill', change });
};

const ways: readonly Way[] = [
  {
    name: 'a payout address is set',
    points: ['payout-address.before-commit', 'payout-address.after-commit'],
    strike: setAddress,
    resume: async (world, purchase) => {
      await setAddress(world, purchase);
      const { db } = world.shop.app.deps;
      const rows = await db
        .selectFrom('payout_addresses')
        .select('address')
        .where('user_id', '=', purchase.user.userId)
        .execute();
      assert.deepEqual(rows, [{ address: ADDRESS }], 'no payout address can be set any more');
    },
  },
  {
    name: 'a withdrawal is asked for',
    points: ['withdraw.before-commit', 'withdraw.after-commit'],
    strike: withdraw,
    resume: async (world, purchase) => void (await openWithdrawal(world, purchase)),
  },
  ending('checkout_charge', 'paid', ['checkout.before-commit', 'checkout.after-commit']),
  ending('return_charge', 'returned', ['return.before-commit', 'return.after-commit']),
  {
    name: 'other money is made withdrawable',
    points: ['mark.before-commit', 'mark.after-commit'],
    strike: mark,
    resume: async (world, purchase) => {
      const heard = await mark(world, purchase);
      assert(heard !== 'lost' && heard.code === 0, 'money cannot be marked any more');
    },
  },
];

/** The ways of withdrawals; the order that every way has stays unpaid, or is paid afterwards by `payUp`. */
export const withdrawalFlows = (payUp: (world: World, purchase: Purchase) => Promise<OrderState>): readonly Flow[] =>
  ways.map(({ name, points, strike, resume }) => ({
    name,
    points,
    before: {},
    strike,
    resume: async (world, purchase) => {
      await resume(world, purchase);
      return payUp(world, purchase);
    },
  }));
