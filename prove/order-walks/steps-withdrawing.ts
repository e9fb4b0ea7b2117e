import assert from 'node:assert/strict';
import * as rules from './model-withdrawing.ts';
import { FIRST_ADDRESS } from './setup.ts';
import { changeOf, type Choices, type World } from './world.ts';

const ADDRESSES = [FIRST_ADDRESS, 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'] as const;

/** Every other time it is whoever earns rebates. */
const personOf = ({ model }: World, { who, how }: Choices) => model.people[how % 2 === 0 ? 0 : who]!;

const setAddress = async (world: World, choices: Choices): Promise<void> => {
  const person = personOf(world, choices);
  const address = ADDRESSES[choices.how % 5 === 4 ? 1 : 0];
  const form = { addressType: 'USDT-TRC20', address };
  world.sameCode(await world.app.call('/api/wallet/change_reward_adress', form, world.sessionOf(person)), undefined);
  rules.setAddress(world.model, person, address);
};

const withdraw = async (world: World, choices: Choices): Promise<void> => {
  const person = personOf(world, choices);
  const session = world.sessionOf(person);
  const seen = await world.app.call('/api/wallet/mywallet', {}, session);
  assert.equal(Math.round(seen.data.withdrawable * 1000), rules.withdrawableOf(world.model, person));
  const real = await world.app.call('/api/wallet/make_charge', {}, session);
  const said = rules.withdraw(world.model, person);
  world.sameCode(real, said === 'withdrawalRefused' ? said : undefined);
  if (said === 'withdrawalRefused') return;
  said.id = real.data._id;
  assert.deepEqual(
    [Math.round(real.data.money * 1000), real.data.address, Math.round(real.data.left * 1000)],
    [said.amount, said.address, rules.everythingOf(world.model, person) - said.amount],
  );
};

const end = async (world: World, { which, how }: Choices): Promise<void> => {
  const { withdrawals } = world.model;
  const newest = withdrawals.toReversed();
  const withdrawal = newest[which % 3 === 2 ? which % Math.max(1, newest.length) : 0];
  if (!withdrawal) return;
  const isPaid = how % 2 === 0;
  const path = isPaid ? 'checkout_charge' : 'return_charge';
  const form = { charge_id: withdrawal.id, ...(!isPaid && { msg: 'walk' }) };
  const real = await world.app.call(`/api/admin/charge/${path}`, form, world.admin);
  world.sameCode(real, rules.end(world.model, withdrawal, isPaid ? 'paid' : 'returned'));
};

const mark = async (world: World, choices: Choices): Promise<void> => {
  const person = personOf(world, choices);
  const amount = [1000, 5, 4000][choices.how % 3]!;
  const change = changeOf(world);
  const form = { uid: world.sessionOf(person).userId, money: amount / 1000, reason: 'walk', change };
  const real = await world.app.call('/api/admin/charge/mark_withdrawable', form, world.admin);
  world.sameCode(real, rules.mark(person, amount));
};

/** Steps by which money leaves wallets. */
export const withdrawingSteps = {
  setAddress: { weight: 2, step: setAddress },
  withdraw: { weight: 4, step: withdraw },
  endWithdrawal: { weight: 3, step: end },
  mark: { weight: 1, step: mark },
} as const;
