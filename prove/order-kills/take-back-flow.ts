import assert from 'node:assert/strict';
import { codes } from '@skyport/contract/codes';
import type { TestSession } from '@skyport/server/testing-app';
import { ask, buy, create, tell } from './acts.ts';
import type { Flow } from './flows.ts';
import type { World } from './world.ts';

/* The panel dies while staff take back a paid order: grant and rebate go once, and both or none. */

const byStaff = (world: World, name: string, payload: object) =>
  ask(world, `/api/admin/trades/${name}`, payload, ({ adminCookie: cookie }) => ({ cookie }));

/** Buys the first product, which gives no membership, and pays it from outside; gives the order. */
const bought = async (world: World, user: TestSession): Promise<string> => {
  const orderId = await create(world, user, world.combos[0]);
  assert(orderId, 'nothing can be ordered');
  const trade = await buy(world, user, { orderId });
  assert(trade, 'an order cannot be bought');
  await tell(world, user, { reference: `take-back-${user.num}`, tradeId: trade.id, amount: trade.amount });
  return orderId;
};

const flagOf = async ({ shop }: World, { num }: TestSession) => {
  const rows = await shop.app.deps.db
    .selectFrom('order_flags')
    .innerJoin('orders', 'orders.id', 'order_flags.order_id')
    .select(['order_flags.id', 'order_flags.order_id', 'order_flags.state'])
    .where('orders.user_num', '=', num)
    .execute();
  assert.equal(rows.length, 1, `an order has ${rows.length} flags`);
  return rows[0]!;
};

const takeBack = async (world: World, user: TestSession) =>
  byStaff(world, 'take_back', { flag_id: (await flagOf(world, user)).id, reason: 'kill' });

export const takeBackFlow: Flow = {
  name: 'a paid order is taken back',
  points: ['take-back.before-commit', 'take-back.after-commit'],
  before: { isUnordered: true },
  strike: async (world, { user }) => {
    const order_id = await bought(world, user);
    await byStaff(world, 'flag_order', { order_id, reason: 'refund', note: 'kill' });
    return takeBack(world, user);
  },
  resume: async (world, { user }) => {
    const heard = await takeBack(world, user);
    assert(heard !== 'lost' && [0, codes.conflict.code].includes(heard.code), 'a take-back is refused');
    const { state, order_id } = await flagOf(world, user);
    assert.equal(state, 'taken_back');
    world.journal.takenBack.add(order_id);
    return 'paied';
  },
};
