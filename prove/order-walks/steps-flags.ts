import assert from 'node:assert/strict';
import { isOpen } from './model.ts';
import * as rules from './model-flags.ts';
import { pick, type Choices, type World } from './world.ts';

/* Staff look into orders whose money went back, and take back what these gave. */

const call = (world: World, name: string, form: object) =>
  world.app.call(`/api/admin/trades/${name}`, form, world.admin);

const flag = async (world: World, { which }: Choices): Promise<void> => {
  const { orders } = world.model;
  const over = orders.filter((order) => !isOpen(order));
  const order = pick((over.length > 0 && which % 5 > 0 ? over : orders).toReversed(), which >> 3);
  if (!order) return;
  const real = await call(world, 'flag_order', { order_id: order.id, reason: 'refund', note: 'walk' });
  const said = rules.flag(world.model, order);
  world.sameCode(real, typeof said === 'string' ? said : undefined);
  if (typeof said !== 'string') said.id = real.data._id;
};

/** Mostly the newest flag. */
const flagOf = ({ model }: World, { which }: Choices) => pick(model.flags.toReversed(), which % 3 === 2 ? which : 0);

const takeBack = async (world: World, choices: Choices): Promise<void> => {
  const found = flagOf(world, choices);
  if (!found) return;
  const real = await call(world, 'take_back', { flag_id: found.id, reason: 'walk' });
  const said = rules.takeBack(world.model, found);
  world.sameCode(real, typeof said === 'string' ? said : undefined);
  if (typeof said === 'string') return;
  const { traffic, rebate, credited } = real.data;
  assert.deepEqual(
    [traffic, Math.round(rebate * 1000), Math.round(credited * 1000)],
    [said.traffic, said.rebate, said.credited],
  );
};

const dismiss = async (world: World, choices: Choices): Promise<void> => {
  const found = flagOf(world, choices);
  if (!found) return;
  const real = await call(world, 'dismiss_flag', { flag_id: found.id, reason: 'walk' });
  world.sameCode(real, rules.dismiss(found));
};

/** Steps of orders whose money went back. */
export const flagSteps = {
  flag: { weight: 4, step: flag },
  takeBack: { weight: 3, step: takeBack },
  dismiss: { weight: 1, step: dismiss },
} as const;
