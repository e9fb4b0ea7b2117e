import assert from 'node:assert/strict';
import { agencyCalls } from '@skyport/contract/agency';
import { prizesCalls } from '@skyport/contract/prizes';
import { pushCalls } from '@skyport/contract/push';
import { pushJobs } from '@skyport/server/push/jobs';
import { sql } from 'kysely';
import { usesOf, type Person } from './model.ts';
import * as rules from './model-gifts.ts';
import { changeOf, pass, pick, type Choices, type World } from './world.ts';

/* Transfers of traffic, draws, and gifts of an agency. */

const DAY_MS = 86_400_000;
/** G of a transfer, and of a gift: too little, fitting what a product gives, and too much. */
const GIGABYTES = [3, 12, 2, 1, 5, 20] as const;

const actor = (world: World, { who }: Choices): Person => pick(world.model.people, who)!;

/** Somebody's use waits to be charged. */
const use = async (world: World, choices: Choices): Promise<void> => {
  const person = actor(world, choices);
  const amount = [1, 1_048_577][choices.how % 2]!;
  const { num } = world.sessionOf(person);
  await sql`update traffic_account set pending = pending + ${amount} where user_num = ${num}`.execute(
    world.app.deps.db,
  );
  rules.use(person, amount);
};

const push = async (world: World, choices: Choices): Promise<void> => {
  const person = actor(world, choices);
  const pushNumber = pick(GIGABYTES, choices.how)!;
  const real = await world.app.call(pushCalls.create.path, { pushNumber }, world.sessionOf(person));
  const said = rules.push(world.model, person, pushNumber);
  world.sameCode(real, typeof said === 'string' ? said : undefined);
  if (typeof said !== 'string') Object.assign(said, { id: real.data._id, code: real.data.code });
};

/** Mostly the newest transfer. */
const transferOf = ({ model }: World, which: number) => pick(model.transfers.toReversed(), which % 3 === 2 ? which : 0);

const receive = async (world: World, choices: Choices): Promise<void> => {
  const person = actor(world, choices);
  const transfer = choices.how % 9 === 8 ? undefined : transferOf(world, choices.which);
  const code = transfer?.code ?? 'NOBODYSCODE2';
  const real = await world.app.call(pushCalls.receive.path, { code }, world.sessionOf(person));
  const said = rules.receive(world.model, person, transfer);
  world.sameCode(real, typeof said === 'string' ? said : undefined);
  if (typeof said !== 'string') assert.equal(real.data.traffic, said);
};

const takeBackPush = async (world: World, choices: Choices): Promise<void> => {
  const transfer = transferOf(world, choices.which);
  if (!transfer) return;
  const person = choices.how % 4 === 3 ? actor(world, choices) : transfer.sender;
  const real = await world.app.call(pushCalls.takeBack.path, { id: transfer.id }, world.sessionOf(person));
  world.sameCode(real, rules.takeBack(person, transfer));
};

/** The job that gives back what nobody took, some days later. */
export const returnPushes = async (world: World, days: number): Promise<void> => {
  pass(world, days * DAY_MS);
  for (const job of pushJobs) await job.run(world.app.deps, {});
  rules.returnDue(world.model);
};

/** Clicks by whom they were, of one walk. */
const clickOf = ({ name, steps }: World): string => `click-of-walk-${name}-${steps}`;

const draw = async (world: World, choices: Choices): Promise<void> => {
  const { app, model, prizes } = world;
  const person = actor(world, choices);
  const session = world.sessionOf(person);
  const click = clickOf(world);
  world.wheel.place = choices.how >> 2;
  const real = await app.call(prizesCalls.draw.path, { click }, session);
  const problem = rules.drawProblem(model, person);
  world.sameCode(real, problem);
  if (problem) return;
  const prize = prizes.find(({ id }) => id === real.data.prize_id);
  assert(prize && prize.weight > 0, 'what was drawn is no prize');
  const coupon = rules.draw(model, person, prize);
  assert.equal(real.data.coupon === null, coupon === undefined);
  if (coupon) {
    const { data: own } = await app.call('/api/coupon/mine', {}, session);
    const drawn = own.find(({ code }: { code: string }) => code === real.data.coupon.code);
    Object.assign(coupon, { id: drawn._id, code: drawn.code });
    const usable = rules.ownCoupons(model, person, (each) => usesOf(model, each)).map(({ code }) => code);
    assert.deepEqual(own.map(({ code }: { code: string }) => code).toSorted(), usable.toSorted());
  }
  // The same click once more is the same draw.
  if (choices.how % 4 === 0)
    assert.deepEqual((await app.call(prizesCalls.draw.path, { click }, session)).data, real.data);
};

const give = async (world: World, choices: Choices): Promise<void> => {
  const { model, app } = world;
  const [inviter, , agency, customer] = model.people;
  const giver = choices.which % 7 === 6 ? actor(world, choices) : agency!;
  const to = choices.which % 5 === 4 ? inviter! : customer!;
  const gigabytes = pick(GIGABYTES, choices.how)!;
  const gift = { giver, to, gigabytes, change: changeOf(world) };
  const form = { id: world.sessionOf(to).userId, giveNumber: gigabytes, change: gift.change };
  const times = choices.how % 4 === 0 ? 2 : 1;
  for (let time = 0; time < times; time += 1) {
    const real = await app.call(agencyCalls.give.path, form, world.sessionOf(giver));
    const said = rules.give(model, gift);
    world.sameCode(real, typeof said === 'string' ? said : undefined);
    if (typeof said !== 'string') assert.equal(real.data.available, said);
  }
};

/** Steps by which traffic goes from one to another. */
export const giftSteps = {
  use: { weight: 2, step: use },
  push: { weight: 5, step: push },
  receive: { weight: 4, step: receive },
  takeBackPush: { weight: 2, step: takeBackPush },
  returnPushes: { weight: 1, step: (world: World, { how }: Choices) => returnPushes(world, how % 2 === 0 ? 7 : 0) },
  draw: { weight: 5, step: draw },
  give: { weight: 4, step: give },
} as const;
