import { prizesCalls } from '@skyport/contract/prizes';
import { pushCalls } from '@skyport/contract/push';
import { GIB } from '@skyport/contract/units';
import { crashPoints, type CrashPoint } from '@skyport/server/platform/crash';
import { giveTraffic } from '@skyport/server/push/testing/people';
import type { TestData, TestSession } from '@skyport/server/testing-app';
import { sql } from 'kysely';
import type { Heard } from '../shop/client.ts';
import { makeAgency } from '../shop/agency.ts';
import { agencyFlows } from './agency-flows.ts';
import { ask, given, type GiftFlow, type Pair } from './gift-calls.ts';
import { unvisited } from './points.ts';
import type { Run } from './run.ts';
import type { World } from './world.ts';

/*
 * Transfers of traffic, draws of the lottery, and what agencies give and make, whose panel dies at each of their crash
 * points. Whoever has traffic here buys nothing: what they have is what they were given, less what they gave away.
 */

const GIFTS = ['push', 'push-end', 'draw', 'agency-customer', 'agency-link', 'agency-give'];

/** Crash points of transfers, draws and agencies. */
export const giftPoints: readonly CrashPoint[] = crashPoints.filter((point) => GIFTS.includes(point.split('.')[0]!));

/** G that everybody begins with, of a transfer, and its receiver's share. */
const [HAS, GIVEN, RECEIVED] = [100, 20, 16];
/** Longer than the pause between two transfers. */
const PAUSE_MS = 11_000;
const VISIT_MS = 20_000;

const create = (world: World, { sender }: Pair): Promise<Heard> =>
  ask(world, sender, pushCalls.create.path, { pushNumber: GIVEN });
const listOf = async (world: World, { sender }: Pair): Promise<TestData[]> =>
  (await given(world, sender, pushCalls.list.path)).pushList;

/** Receives a transfer unless that was done: a second try is refused, and changes nothing. */
const receiveAgain = async (world: World, pair: Pair, who: TestSession): Promise<void> => {
  const path = pushCalls.receive.path;
  const [push] = await listOf(world, pair);
  if (push.state === 'created') await given(world, who, path, { code: push.code });
  await world.pass(PAUSE_MS);
  const again = await ask(world, who, path, { code: push.code });
  if (again === 'lost' || again.code === 0) throw new Error(`a code was received twice: ${push.code}`);
};

const click = (pair: Pair): string => `click-of-${pair.sender.userId}`;
const draw = (world: World, pair: Pair): Promise<Heard> =>
  ask(world, pair.sender, prizesCalls.draw.path, { click: click(pair) });

/** Every way. */
export const giftFlows: readonly GiftFlow[] = [
  {
    name: 'a transfer is made',
    points: ['push.before-commit', 'push.after-commit'],
    isMade: false,
    strike: create,
    resume: async (world, pair) => {
      await world.pass(PAUSE_MS);
      const made = await listOf(world, pair);
      if (made.length > 1) throw new Error('one wish has led to two transfers');
      if (made.length === 0) await given(world, pair.sender, pushCalls.create.path, { pushNumber: GIVEN });
      return [HAS - GIVEN, HAS];
    },
  },
  {
    name: 'a transfer is received',
    points: ['push-end.before-commit', 'push-end.after-commit'],
    isMade: true,
    strike: (world, { receiver, push }) => ask(world, receiver, pushCalls.receive.path, { code: push.code }),
    resume: async (world, pair) => {
      await receiveAgain(world, pair, pair.receiver);
      return [HAS - GIVEN, HAS + RECEIVED];
    },
  },
  {
    name: 'a transfer is taken back',
    points: ['push-end.before-commit', 'push-end.after-commit'],
    isMade: true,
    strike: (world, { sender, push }) => ask(world, sender, pushCalls.takeBack.path, { id: push._id }),
    resume: async (world, pair) => {
      await receiveAgain(world, pair, pair.sender);
      return [HAS, HAS];
    },
  },
  {
    name: 'somebody draws',
    points: ['draw.before-commit', 'draw.after-commit'],
    isMade: false,
    strike: draw,
    resume: async (world, pair) => {
      const drawn = await given(world, pair.sender, prizesCalls.draw.path, { click: click(pair) });
      const again = await given(world, pair.sender, prizesCalls.draw.path, { click: click(pair) });
      const draws = await given(world, pair.sender, prizesCalls.draws.path);
      if (draws.length !== 1 || drawn._id !== again._id) throw new Error('one click has drawn twice');
      return [HAS - 1 + drawn.traffic / GIB, HAS];
    },
  },
  ...agencyFlows(HAS),
];

/** Prizes of every kind, none of which is a whole G. */
const makePrizes = async ({ shop: { app } }: World): Promise<void> => {
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const coupon = { hasDiscountCoupon: true, discountValue: 0.8, discountDuration: 7 };
  for (const form of [{ gainTraffic: 0.125, ...coupon }, { gainTraffic: 2.5, gainVipTime: 3 }, { gainTraffic: 0 }]) {
    const made = await app.call('/api/yunying/prize/update', { name: '奖品', ...form }, admin);
    if (made.code !== 0) throw new Error(`there are no prizes: ${made.msg}`);
  }
};

const pairOf = async (world: World, { isMade, isAgency }: GiftFlow): Promise<Pair> => {
  const { app } = world.shop;
  const [sender, receiver] = [await app.account(), await app.account()];
  for (const each of [sender, receiver]) await giveTraffic(app, each, HAS);
  if (isAgency) await makeAgency(app, sender, receiver);
  const pair = { sender, receiver, push: undefined };
  if (!isMade) return pair;
  return { ...pair, push: await given(world, sender, pushCalls.create.path, { pushNumber: GIVEN }) };
};

/** What two people must have, what they have, and what the books say of them. */
const problemsOf = async (
  { shop: { app } }: World,
  { sender, receiver }: Pair,
  wanted: readonly [number, number],
): Promise<string[]> => {
  const { rows } = await sql<{ num: number; granted: number }>`
    select user_num as num, granted from traffic_account where user_num in (${sender.num}, ${receiver.num})`.execute(
    app.deps.db,
  );
  const has = new Map(rows.map(({ num, granted }) => [num, granted]));
  const health = await sql<{ problem: string; detail: string }>`select * from ledger_health`.execute(app.deps.db);
  return [
    ...[sender, receiver].flatMap(({ num }, n) =>
      has.get(num) === wanted[n]! * GIB ? [] : [`account ${num} has ${has.get(num)}, and must have ${wanted[n]} G`],
    ),
    ...health.rows.map(({ problem, detail }) => `${problem}: ${detail}`),
  ];
};

/** Kills the panel at one point of a way; false when it did not come by. */
const killAt = async ({ world, failures }: Run, flow: GiftFlow, point: CrashPoint): Promise<boolean> => {
  const pair = await pairOf(world, flow);
  await world.pass(PAUSE_MS);
  await world.server().arm(point);
  const strike = flow.strike(world, pair);
  const isKilled = await world.dies(VISIT_MS);
  await strike;
  await world.restart();
  const wanted = await flow.resume(world, pair);
  failures.push(...(await problemsOf(world, pair, wanted)).map((problem) => `${flow.name}, ${point}: ${problem}`));
  return isKilled;
};

/** Kills the panel at every crash point of transfers, draws and agencies, on every way that comes by. */
export const killAtGifts = async (run: Run): Promise<number> => {
  await makePrizes(run.world);
  const visited = new Set<string>();
  const trials = giftFlows.flatMap((flow) => flow.points.map((point) => ({ flow, point })));
  for (const [n, { flow, point }] of trials.entries()) {
    const after = `${flow.name}, ${point}`;
    try {
      if (await killAt(run, flow, point)) visited.add(point);
      else run.failures.push(`${after}: nobody came by`);
    } catch (fault) {
      run.failures.push(`${after}: ${fault instanceof Error ? fault.message : String(fault)}`);
    }
    run.say(`${n + 1}/${trials.length}: ${after}; ${run.failures.length} failures ${run.failures[0] ?? ''}`);
    if (run.failures.length > 0) return n + 1;
  }
  run.failures.push(...unvisited(visited, giftPoints));
  return trials.length;
};
