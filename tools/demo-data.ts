import { GIB } from '@skyport/contract/units';
import { createAccount } from '@skyport/server/accounts/sign-up/create';
import { DAY_MS, dayOf, HOUR_MS } from '@skyport/server/platform/clock';
import type { Deps } from '@skyport/server/platform/deps';
import { reconcileDays } from '@skyport/server/money/reconcile-jobs';
import { closeDays } from '@skyport/server/statistics/close';
import { changeStoredSettings, type StoredSetting } from '@skyport/server/settings/store';
import { billReport, inBillingTurn, type ReportedUse } from '@skyport/server/traffic/index';
import { makeCustomers, type Customer, type CustomerDraft } from './customers.ts';
import { actsOf, type Person } from './demo-acts.ts';
import { type Business, cancelExpired, dayEvents, playOneDay, purchase, sell } from './demo-business.ts';
import {
  type DemoLine,
  type DemoPlace,
  makeCanned,
  makeCombos,
  makeCoupons,
  makeLines,
  makePermissions,
  makePrizes,
} from './demo-catalog.ts';
import type { MovableClock } from './demo-clock.ts';
import { openDemoGateway } from './demo-gateway.ts';

const CUSTOMERS = 500;
export const HISTORY_DAYS = 30;
/** The accounts whose log-ins are printed. */
export const demoCustomer = 'wangfang@example.com';
export const demoAdmin = 'admin@example.com';

const FAMILY = ['wang', 'li', 'zhang', 'liu', 'chen', 'yang', 'zhao', 'huang', 'zhou', 'wu', 'xu', 'sun', 'hu', 'zhu'];
const GIVEN = ['wei', 'fang', 'na', 'min', 'jing', 'lei', 'jun', 'yan', 'tao', 'ming', 'chao', 'xia', 'ping', 'gang'];
const MAILS = ['qq.com', '163.com', 'gmail.com', 'outlook.com', 'foxmail.com', '126.com'];

/** What the demo is filled with. `random` gives numbers in [0, 1). */
export interface DemoFill {
  readonly place: DemoPlace;
  readonly random: () => number;
  /** Accounts of customers; 500 unless it is said otherwise. */
  readonly customers?: number;
}

/**
 * Lives a month of a small provider through the product's own calls: customers join, use lines, buy, ask, check in,
 * and bring others.
 */
export const fillDemo = async (deps: Deps, clock: MovableClock, fill: DemoFill): Promise<void> => {
  const { place, random } = fill;
  const today = new Date();
  clock.moveTo(new Date(today.getTime() - 200 * DAY_MS));
  await changeStoredSettings(deps.db, settings, clock.now());
  const admin = await makeAdmin(deps);
  const staff = actsOf(deps, admin, 'admin');
  const game = await makePermissions(staff);
  const lines = await makeLines(staff, deps.db, { place, game });
  await makeCoupons(staff, today);
  await makePrizes(staff);
  await makeCanned(staff);
  const combos = await makeCombos(staff, game);
  const gateway = await openDemoGateway(deps, clock, staff);
  try {
    const month = { lines, today, count: fill.customers ?? CUSTOMERS };
    await liveMonth({ deps, clock, staff, combos, random, gateway }, month);
  } finally {
    await gateway.close();
  }
  clock.moveTo(today);
  await closeDays(deps);
};

interface Month {
  readonly lines: readonly DemoLine[];
  readonly today: Date;
  /** How many customers join. */
  readonly count: number;
}

/** Half a year in which customers join, and a month of use and purchases. */
const liveMonth = async (business: Business, { lines, today, count }: Month): Promise<void> => {
  const { deps, clock, random } = business;
  const customers = await joinAll(business, today, count);
  const [first, second, third, fourth] = customers;
  if (!first || !second || !third || !fourth) throw new Error('the demo needs four customers');
  // The newest stand first in the list of users, and are opened first.
  const buyers = customers.slice(4).toReversed();
  for (let ago = HISTORY_DAYS; ago >= 0; ago -= 1) {
    // Today's business is hours old, so that nothing of it is in the future.
    clock.moveTo(new Date(today.getTime() - ago * DAY_MS - 2 * HOUR_MS));
    if (ago > 0) await liveOneDay(deps, customers, lines, { ago, random });
    await cancelExpired(business);
    await reconcileDays.run(deps, {});
    // New orders are paid on the demo's own page, which is there when the gateway is gone.
    if (ago === 0) await business.gateway.retire();
    await dayEvents(business, [first, second, third, fourth], ago);
    await sell(business, buyers, { count: SALES_A_DAY, turn: (HISTORY_DAYS - ago) * SALES_A_DAY });
    await playOneDay(business, customers, { ago, draws: 2 });
  }
};

const SALES_A_DAY = 4;

/** Panel and node talk every few seconds, so that whatever one tries is seen at once. */
const settings: readonly StoredSetting[] = [
  { key: 'updateV2rayDuration', value: 5 },
  { key: 'trafficStasticDuration', value: 5 },
  // Rebates of a few orders are enough to be paid out.
  { key: 'min_charge_money', value: 50 },
];

const makeAdmin = async (deps: Deps): Promise<Person> => {
  const draft = { email: demoAdmin, passwordHash: 'none', type: 'admin' } as const;
  const made = await deps.db.transaction().execute((trx) => createAccount(trx, draft, deps));
  if (!made) throw new Error(`${demoAdmin} exists already`);
  return { ...made, email: demoAdmin };
};

const pick = <T>(list: readonly T[], random: () => number): T => {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

/** Customers join over half a year; a third are members now. The first two bring others, who buy at once. */
const joinAll = async (business: Business, today: Date, count: number): Promise<readonly Customer[]> => {
  const { deps, clock, random } = business;
  const customers: Customer[] = [];
  const codes: string[] = [];
  const aWeek = Math.ceil(count / 20);
  for (let week = 0; customers.length < count; week += 1) {
    const daysAgo = Math.max(HISTORY_DAYS + 1, 190 - week * 7);
    clock.moveTo(new Date(today.getTime() - daysAgo * DAY_MS + random() * HOUR_MS));
    const drafts = Array.from({ length: Math.min(aWeek, count - customers.length) }, (_, index) => ({
      ...draftOf(customers.length + index, daysAgo, random),
      channelCode: codes[index] ?? '',
    }));
    const joined = await makeCustomers(deps, drafts);
    customers.push(...joined);
    for (const inviter of week === 0 ? joined.slice(0, 2) : [])
      codes.push((await actsOf(deps, inviter)('invite', 'channelInfo', {})).chanelInfo.code);
    if (week > 0) for (const buyer of joined.slice(0, 2)) await purchase(business, buyer, { combo: '会员季卡' });
  }
  return customers;
};

const draftOf = (index: number, daysAgo: number, random: () => number): CustomerDraft => {
  if (index === 0) return { email: demoCustomer, traffic: 500 * GIB, memberDays: daysAgo + 90 };
  const name = `${pick(FAMILY, random)}${pick(GIVEN, random)}${10 + index}`;
  const isMember = random() < 0.33;
  return {
    email: `${name}@${pick(MAILS, random)}`,
    traffic: Math.ceil(random() * 30) * 10 * GIB,
    ...(isMember && { memberDays: daysAgo + Math.ceil(random() * 120) - 10 }),
  };
};

/** One day: a part of the customers use a line or two, and some check in. */
const liveOneDay = async (
  deps: Deps,
  customers: readonly Customer[],
  lines: readonly DemoLine[],
  { ago, random }: { ago: number; random: () => number },
): Promise<void> => {
  const now = deps.clock.now();
  const current = deps.settings.current();
  const day = dayOf(now, current.timezone);
  const isUsing = ({ email }: Customer): boolean => email === demoCustomer || random() < 0.45;
  const used: ReportedUse[] = customers.filter(isUsing).flatMap(({ num }) =>
    Array.from({ length: 1 + Math.floor(random() * 2) }, () => {
      const down = Math.floor(random() ** 2 * 6 * GIB);
      return { user: num, line: pick(lines, random).num, up: Math.floor(down * 0.08), down };
    }),
  );
  const scales = new Map(lines.map(({ num, scale }) => [num, scale]));
  await inBillingTurn(deps, async (turn) => {
    for (const nodeId of new Set(lines.map((line) => line.nodeId))) {
      const own = new Set(lines.flatMap((line) => (line.nodeId === nodeId ? [line.num] : [])));
      const rows = used.filter(({ line }) => own.has(line));
      const report = { nodeId, rows, lines: scales, day, at: now, now, today: day, settings: current };
      const outcome = await billReport(turn, report, deps);
      if (outcome.unbillable.size > 0) throw new Error(`the demo's use of ${day} cannot be billed`);
    }
  });
  await checkInSome(deps, customers, ago, random);
};

const STREAK_DAYS = 12;

/** Many check in now and then; the customer whose log-in is printed has done so for twelve days in a row. */
const checkInSome = async (
  deps: Deps,
  customers: readonly Customer[],
  ago: number,
  random: () => number,
): Promise<void> => {
  for (const customer of customers.slice(0, 40)) {
    const comes = customer.email === demoCustomer ? ago <= STREAK_DAYS : random() < 0.6;
    if (comes) await actsOf(deps, customer)('checkin', 'signUse', {});
  }
};
