import { GIB, MIB } from '@skyport/contract/units';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { billInto } from './billing.ts';
import { inBillingTurn, type ReportedUse } from './index.ts';
import { createBillingScene, DAY } from './testing/billing-scene.ts';

/*
 * Reports that wait for a turn are billed together: accounts are read once and written once, and nothing else differs.
 */

const scene = await createBillingScene();
const { app } = scene;
afterAll(() => app.close());

/** Bills reports one after the other, or at once: the first goes ahead, the others wait for it and go together. */
type Way = (reports: readonly (() => Promise<unknown>)[]) => Promise<unknown>;
const inTurn: Way = async (reports) => {
  for (const report of reports) await report();
};
const atOnce: Way = (reports) => Promise.all(reports.map((report) => report()));

const said = async (num: number): Promise<object> => {
  const { db } = app.deps;
  const account = await db.selectFrom('traffic_account').selectAll().where('user_num', '=', num).execute();
  const { rows: usage } = await sql`
    select day, line_num, up, down, billed from usage_detail where user_num = ${num} order by 1, 2`.execute(db);
  const records = [];
  for (const table of ['traffic_records', 'traffic_record_list'] as const)
    records.push(await scene.recordsOf(table, num));
  return { account: account.map(({ user_num: _num, ...rest }) => rest), usage, records };
};

/** A small generator of its own, so that a failure can be had again. */
const diceOf = (seed: number) => {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
};

const PEOPLE = [
  { granted: GIB, account: { scale_ppm: 1_333_333 } },
  { granted: 3 * MIB, account: { daily_quota: MIB, vip_until: new Date('2027-01-01') } },
  { granted: 50, account: {} },
] as const;

test('reports billed together leave what they leave one by one, whatever days they are of', async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const outcomes: object[][] = [];
    const left: object[][] = [];
    for (const way of [inTurn, atOnce]) {
      const dice = diceOf(seed);
      const users: number[] = [];
      for (const { granted, account } of PEOPLE) users.push(await scene.user(granted, account));
      const found: object[] = [];
      const reports = Array.from({ length: 10 }, (_, index) => {
        const rows = Array.from({ length: 1 + dice(4) }, (): ReportedUse => ({
          user: users[dice(3)] ?? 0,
          line: 1 + dice(3),
          up: dice(999),
          down: dice(400_000),
        }));
        const day = dice(4) === 0 ? '2026-11-20' : DAY;
        const settings = { minestTrafficSpend: dice(3) === 0 ? 1 : 0, upload_traffic_spend_scale: 0.3 };
        return async () => {
          const outcome = await scene.bill(rows, settings, day);
          const named = (nums: readonly number[]) => nums.map((num) => users.indexOf(num));
          found[index] = { ...outcome, ranOut: named(outcome.ranOut), paused: [] };
        };
      });
      await way(reports);
      outcomes.push(found);
      const states = [];
      for (const num of users) states.push(await said(num));
      left.push(states);
    }
    expect(outcomes[1], `seed ${seed}`).toEqual(outcomes[0]);
    expect(left[1], `seed ${seed}`).toEqual(left[0]);
  }
});

test('a report that is given up takes none of those that it was billed together with along', async () => {
  const num = await scene.user(GIB);
  const rows = [{ user: num, line: 1, up: 0, down: 100 }];
  let tries = 0;
  const broken = () =>
    inBillingTurn(app.deps, async ({ repository }) => {
      tries += 1;
      await billInto(repository, scene.batchOf(rows));
      throw new Error('broken on purpose');
    });
  const warned = vi.spyOn(app.deps.log, 'error');
  const ends = await Promise.allSettled([scene.bill(rows), scene.bill(rows), broken(), scene.bill(rows)]);
  const reasons = warned.mock.calls.map(([detail]) => detail);
  expect(reasons).toEqual([expect.objectContaining({ pieces: 4, reason: 'broken on purpose' })]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  // Once together with the others, once by itself.
  expect(tries).toBe(2);
  expect(await said(num)).toMatchObject({ account: [{ spent: 300 }], usage: [{ down: 300, billed: 300 }] });
});

test('work of many nodes that waits for one turn is in the database all at once, having locked first', async () => {
  const { db } = app.deps;
  const num = await scene.user(GIB);
  const steps: string[] = [];
  const blocked = Promise.withResolvers<void>();
  onTestFinished(() => blocked.resolve());
  const first = inBillingTurn(app.deps, () => blocked.promise);
  const report = (name: string) =>
    inBillingTurn(
      app.deps,
      async ({ repository }) => {
        steps.push(`bill ${name}`);
        await billInto(repository, scene.batchOf([{ user: num, line: 1, up: 0, down: 10 }]));
        const { rows } = await sql<{ spent: number }>`
          select spent from traffic_account where user_num = ${num}`.execute(db);
        return rows[0]?.spent;
      },
      { order: name, lock: async () => void steps.push(`lock ${name}`) },
    );
  const waiting = ['c', 'a', 'b'].map(report);
  blocked.resolve();
  await first;
  expect(await Promise.all(waiting)).toEqual([0, 0, 0]);
  expect(steps).toEqual(['lock a', 'lock b', 'lock c', 'bill c', 'bill a', 'bill b']);
  expect(await said(num)).toMatchObject({ account: [{ spent: 30 }] });
});
