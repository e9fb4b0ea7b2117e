import { defaultSettings, type Settings } from '@skyport/contract/settings-table';
import { GIB, MIB } from '@skyport/contract/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayOf, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { billInto } from './billing.ts';
import { leftOfTrials, type TrialLeft } from './billing-rules.ts';
import type { BilledAccount } from './billed-account-store.ts';
import type { BillingRepository } from './billing-repository.ts';
import { remainderOf, partsOf } from './remainders.ts';
import { takenBack } from './rules.ts';
import { sharedRepository } from './shared-repository.ts';
import type { UseBatch } from './use-batch.ts';
import { billInModel, endTrialsInModel, type ModelAccount, type BillingModel } from './testing/billing-model.ts';

/** A repository in memory, as simple as a table. */
const memoryRepository = (accounts: Map<number, BilledAccount>) => {
  const usage = new Map<string, readonly [bigint, bigint, bigint]>();
  const records = new Map<string, readonly [bigint, bigint]>();
  const read: number[][] = [];
  const repository: BillingRepository = {
    readBilled: async (users) => {
      read.push([...users]);
      return new Map([...accounts].filter(([user]) => users.includes(user)));
    },
    addUsage: async ({ day }, { users, lines, up, down, billed }) => {
      for (const [index, user] of users.entries()) {
        const key = `${day} ${user} ${lines[index]}`;
        const [u, d, b] = usage.get(key) ?? [0n, 0n, 0n];
        usage.set(key, [u + BigInt(up[index]!), d + BigInt(down[index]!), b + BigInt(billed[index]!)]);
      }
    },
    writeCharges: async ({ day }, charges) => {
      for (const { before, charge } of charges) {
        accounts.set(before.userNum, charge.account);
        if (charge.spent === 0 && charge.exempt === 0) continue;
        const key = `${before.userNum} ${day} ${before.isAgencyUser ? 'agency_spend' : 'spend'}`;
        const [change, exempt] = records.get(key) ?? [0n, 0n];
        records.set(key, [change - BigInt(charge.spent), exempt + BigInt(charge.exempt)]);
      }
    },
  };
  return { repository, usage, records, read };
};

const START = Date.parse('2026-05-05T12:00:00Z');
const ZONE = 'Asia/Shanghai';
const PPM = 1_000_000;

const bytes = fc.oneof(
  fc.integer({ min: 0, max: 5 }),
  fc.integer({ min: 0, max: 3 * MIB }),
  fc.integer({ min: 0, max: 3 * GIB }),
  fc.constantFrom(GIB, GIB + 1, MIB, MIB - 1),
);
const ppm = fc.oneof(fc.constantFrom(0, PPM, 2 * PPM, 333_333), fc.integer({ min: 0, max: 5 * PPM }));
const someone = fc.integer({ min: 1, max: 3 });

const anyPerson = fc.record({
  granted: fc.oneof(fc.constant(0), bytes),
  vipHours: fc.option(fc.integer({ min: -2, max: 60 }), { freq: 2 }),
  dailyQuota: bytes,
  dailyUnlimited: fc.boolean(),
  dailyUnlimitedGb: fc.integer({ min: 0, max: 2 }),
  scalePpm: ppm,
  isAgencyUser: fc.boolean(),
});
const anySettings = fc.record({
  traffic_spend_scale: ppm,
  upload_traffic_spend_scale: ppm,
  noGlobalTrafficScaleLimit: fc.integer({ min: 0, max: 3 }),
  minestTrafficSpend: fc.integer({ min: 0, max: 2 }),
  vip_traffic_thred_rate_limit: fc.integer({ min: 0, max: 2 }),
});
const anyRow = fc.record({ line: fc.integer({ min: 1, max: 3 }), user: someone, up: bytes, down: bytes });
const anyEvent = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      rows: fc.array(anyRow, { maxLength: 5 }),
      late: fc.boolean(),
      began: fc.integer({ min: 0, max: 90 }),
      /** Whether the next report may be billed in the same turn. */
      together: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.oneof(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 3000 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settings' as const), settings: anySettings }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      user: someone,
      amount: bytes,
      hours: fc.option(fc.integer({ min: 1, max: 50 }), { freq: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('member' as const),
      user: someone,
      hours: fc.integer({ min: 0, max: 60 }),
    }),
  },
);

type Wanted = typeof anySettings extends fc.Arbitrary<infer T> ? T : never;

const settingsOf = (want: Wanted): Settings => ({
  ...defaultSettings,
  ...want,
  traffic_spend_scale: want.traffic_spend_scale / PPM,
  upload_traffic_spend_scale: want.upload_traffic_spend_scale / PPM,
});
const modelSettingsOf = (want: Wanted) => ({
  globalPpm: BigInt(want.traffic_spend_scale),
  uploadPpm: BigInt(want.upload_traffic_spend_scale),
  spareBelow: BigInt(want.noGlobalTrafficScaleLimit) * BigInt(GIB),
  minimum: BigInt(want.minestTrafficSpend) * BigInt(MIB),
  hourLimit: BigInt(want.vip_traffic_thred_rate_limit) * BigInt(GIB),
});

type Person = typeof anyPerson extends fc.Arbitrary<infer T> ? T : never;

interface Trial extends TrialLeft {
  readonly ends: number;
}

/** The product's billing and the reference model, side by side through the same events. */
const startBoth = (customers: readonly Person[]) => {
  const accounts = new Map<number, BilledAccount>();
  const model: BillingModel = {
    accounts: new Map(),
    counted: new Map(),
    billed: new Map(),
    usage: new Map(),
    records: new Map(),
  };
  for (const [index, { vipHours, granted, ...person }] of customers.entries()) {
    const vip = vipHours === null ? null : START + vipHours * HOUR_MS;
    const empty = { spent: 0, pending: 0, overrun: 0 };
    accounts.set(index + 1, {
      ...person,
      ...empty,
      userNum: index + 1,
      granted,
      returned: 0,
      vipUntil: vip === null ? null : new Date(vip),
      day: '1970-01-01',
      dayUsed: 0,
      prevDay: '1970-01-01',
      prevUsed: 0,
      trialLeft: 0,
      remainders: null,
      recordDay: '',
    });
    model.accounts.set(index + 1, {
      granted: BigInt(granted),
      spent: 0n,
      pending: 0n,
      overrun: 0n,
      vipUntil: vip,
      dailyQuota: BigInt(person.dailyQuota),
      dailyUnlimited: person.dailyUnlimited,
      dailyUnlimitedGb: BigInt(person.dailyUnlimitedGb),
      scalePpm: BigInt(person.scalePpm),
      isAgencyUser: person.isAgencyUser,
      trials: [],
      quotaUsed: new Map(),
      hourUsed: new Map(),
      pausedUntil: 0,
    });
  }
  return { accounts, model, memory: memoryRepository(accounts), trials: new Map<number, Trial[]>() };
};

type Both = ReturnType<typeof startBoth>;

/** The open trials of a user as they stand once the account's sum is written down, the one that ends first in front. */
const trialsOf = ({ accounts, trials }: Both, user: number): Trial[] => {
  const open = (trials.get(user) ?? []).toSorted((a, b) => a.ends - b.ends);
  const left = leftOfTrials(open, accounts.get(user)!.trialLeft);
  return open.map((trial, index) => ({ ...trial, left: left[index]!.left }));
};

const grant = (both: Both, user: number, amount: number, ends: number | null): void => {
  const { accounts, model, trials } = both;
  const [account, expected] = [accounts.get(user)!, model.accounts.get(user)!];
  const id = `${ends}-${expected.trials.length}-${amount}`;
  expected.granted += BigInt(amount);
  const granted = account.granted + amount;
  if (ends === null) return void accounts.set(user, { ...account, granted });
  expected.trials.push({ id, left: BigInt(amount), ends });
  trials.set(user, [...trialsOf(both, user), { id, left: amount, ends }]);
  accounts.set(user, { ...account, granted, trialLeft: account.trialLeft + amount });
  return undefined;
};

/** Ends trials as the job does, with the product's own rule of what is taken back. */
const endTrials = (both: Both, now: number): void => {
  const { accounts, model, trials } = both;
  for (const [user, expected] of model.accounts) {
    endTrialsInModel(expected, now);
    const open = trialsOf(both, user);
    let account = accounts.get(user)!;
    for (const { left } of open.filter(({ ends }) => ends <= now))
      account = {
        ...account,
        granted: account.granted - takenBack(left, account),
        trialLeft: account.trialLeft - left,
      };
    accounts.set(user, account);
    trials.set(
      user,
      open.filter(({ ends }) => ends > now),
    );
  }
};

const compareHour = ({ hourly }: BilledAccount, p: ModelAccount): void => {
  if (!hourly) return expect([p.hourUsed.size, p.pausedUntil]).toEqual([0, 0]);
  expect(BigInt(hourly.used)).toBe(p.hourUsed.get(hourly.hour));
  expect(hourly.pausedUntil?.getTime() ?? 0).toBe(p.pausedUntil);
};

const compare = (both: Both): void => {
  const { accounts, model, memory } = both;
  for (const [user, p] of model.accounts) {
    const a = accounts.get(user)!;
    expect([a.granted, a.spent, a.pending, a.overrun].map(BigInt)).toEqual([p.granted, p.spent, p.pending, p.overrun]);
    expect(BigInt(a.dayUsed)).toBe(p.quotaUsed.get(a.day) ?? 0n);
    expect(BigInt(a.prevUsed)).toBe(p.quotaUsed.get(a.prevDay) ?? 0n);
    const left = (trials: ModelAccount['trials']) => trials.toSorted((x, y) => x.ends - y.ends).map(({ left: l }) => l);
    expect(trialsOf(both, user).map((trial) => BigInt(trial.left))).toEqual(left(p.trials));
    compareHour(a, p);
  }
  expect(memory.usage).toEqual(model.usage);
  expect(memory.records).toEqual(model.records);
  for (const [key, counted] of model.counted) {
    const [user, line] = key.split('.').map(Number);
    const remainder = remainderOf(accounts.get(user!)!.remainders, line!);
    expect(partsOf(remainder)).toBe(counted % 10n ** 24n);
  }
};

test('any life of reports, waiting, purchases and changed settings is charged as the reference model charges it', async () => {
  const lines = fc.tuple(ppm, ppm, ppm);
  const customers = fc.array(anyPerson, { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      customers,
      lines,
      anySettings,
      fc.array(anyEvent, { maxLength: 25 }),
      async (folk, scales, first, events) => {
        const both = startBoth(folk);
        let [now, wanted, turn] = [START, first, sharedRepository(both.memory.repository)];
        const endTurn = async (): Promise<void> => {
          await turn.flush();
          turn = sharedRepository(both.memory.repository);
          compare(both);
        };
        for (const event of events) {
          if (event.kind !== 'report') await endTurn();
          if (event.kind === 'wait') endTrials(both, (now += event.minutes * MINUTE_MS));
          else if (event.kind === 'settings') wanted = event.settings;
          else if (event.kind === 'grant')
            grant(both, event.user, event.amount, event.hours === null ? null : now + event.hours * HOUR_MS);
          else if (event.kind === 'member') {
            const vip = now + event.hours * HOUR_MS;
            both.model.accounts.get(event.user)!.vipUntil = vip;
            both.accounts.set(event.user, { ...both.accounts.get(event.user)!, vipUntil: new Date(vip) });
          } else {
            const today = dayOf(new Date(now), ZONE);
            const at = now - event.began * MINUTE_MS;
            const common = { nodeId: 'node', rows: event.rows, day: event.late ? addDays(today, -1) : today, today };
            const batch: UseBatch = {
              ...common,
              at: new Date(at),
              now: new Date(now),
              lines: new Map(scales.map((scalePpm, index) => [index + 1, { scalePpm, isPublic: index === 2 }])),
              settings: settingsOf(wanted),
            };
            const modelLines = new Map(
              scales.map((scale, i) => [i + 1, { scalePpm: BigInt(scale), isPublic: i === 2 }]),
            );
            const expected = billInModel(both.model, modelSettingsOf(wanted), {
              ...common,
              at,
              now,
              lines: modelLines,
            });
            const fast = await billInto(turn, batch);
            expect(fast).toEqual({ ...expected, billed: Number(expected.billed), unbillable: new Map() });
            if (!event.together) await endTurn();
          }
        }
        await endTurn();
      },
    ),
    { numRuns: 2000 },
  );
});

test('reports that come in another order cost the same, as long as a balance is left', async () => {
  const plenty: Person = {
    granted: 2 ** 50,
    vipHours: null,
    dailyQuota: 0,
    dailyUnlimited: false,
    dailyUnlimitedGb: 0,
    scalePpm: 333_333,
    isAgencyUser: false,
  };
  const reports = fc.array(fc.array(anyRow, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      reports,
      fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
      ppm,
      async (batches, order, scale) => {
        const spend = async (list: typeof batches): Promise<number[]> => {
          const both = startBoth([plenty, plenty, plenty]);
          for (const rows of list)
            await billInto(both.memory.repository, {
              nodeId: 'node',
              rows,
              lines: new Map([1, 2, 3].map((line) => [line, { scalePpm: scale, isPublic: false }])),
              day: '2026-05-05',
              today: '2026-05-05',
              at: new Date(START),
              now: new Date(START),
              settings: defaultSettings,
            });
          return [...both.accounts.values()].map(({ spent }) => spent);
        };
        const shuffled = batches
          .map((rows, index) => ({ rows, key: order[index] ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ rows }) => rows);
        expect(await spend(shuffled)).toEqual(await spend(batches));
      },
    ),
    { numRuns: 200 },
  );
});

test('accounts are read in ascending order, each once, and only those who used something', async () => {
  const both = startBoth(Array.from({ length: 3 }, () => fc.sample(anyPerson, 1)[0]!));
  const rows = [3, 1, 3, 2].map((user) => ({ user, line: 1, up: 0, down: user === 2 ? 0 : 1 }));
  await billInto(both.memory.repository, {
    nodeId: 'node',
    rows,
    lines: new Map([[1, { scalePpm: PPM, isPublic: false }]]),
    day: '2026-05-05',
    today: '2026-05-05',
    at: new Date(START),
    now: new Date(START),
    settings: defaultSettings,
  });
  expect(both.memory.read).toEqual([[1, 3]]);
});
