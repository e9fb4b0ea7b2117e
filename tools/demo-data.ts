import { GIB } from '@skyport/contract/units';
import { checkinHandlers } from '@skyport/server/checkin/calls';
import { DAY_MS, dayOf, HOUR_MS, type Clock } from '@skyport/server/platform/clock';
import type { Deps } from '@skyport/server/platform/deps';
import { changeStoredSettings, type StoredSetting } from '@skyport/server/settings/store';
import { billReport, inBillingTurn, type ReportedUse } from '@skyport/server/traffic/index';
import { makeCustomers, type Customer, type CustomerDraft } from './customers.ts';
import {
  accountOf,
  contextOf,
  type DemoLines,
  type DemoPlace,
  makeCombos,
  makeCoupons,
  makeLines,
} from './demo-catalog.ts';

/** A clock that the demo's history is lived through with. */
export interface MovableClock extends Clock {
  moveTo(at: Date): void;
}

/** A clock that stands until it is moved. */
export const movableClock = (at: Date): MovableClock => {
  let now = at;
  return { now: () => now, moveTo: (to) => void (now = to) };
};

const CUSTOMERS = 500;
export const HISTORY_DAYS = 30;
/** The customer whose log-in is printed. */
export const demoCustomer = 'wangfang@example.com';

const FAMILY = ['wang', 'li', 'zhang', 'liu', 'chen', 'yang', 'zhao', 'huang', 'zhou', 'wu', 'xu', 'sun', 'hu', 'zhu'];
const GIVEN = ['wei', 'fang', 'na', 'min', 'jing', 'lei', 'jun', 'yan', 'tao', 'ming', 'chao', 'xia', 'ping', 'gang'];
const MAILS = ['qq.com', '163.com', 'gmail.com', 'outlook.com', 'foxmail.com', '126.com'];

/**
 * Lives a month of a small provider through the product's own functions: customers who join, use lines, check in, and
 * redeem coupons. `random` gives numbers in [0, 1).
 */
export const fillDemo = async (
  deps: Deps,
  clock: MovableClock,
  place: DemoPlace,
  random: () => number,
): Promise<void> => {
  const today = new Date();
  clock.moveTo(new Date(today.getTime() - 200 * DAY_MS));
  await changeStoredSettings(deps.db, quickly, clock.now());
  const lines = await makeLines(deps, place);
  await makeCoupons(deps, today);
  await makeCombos(deps);
  const customers = await joinAll(deps, clock, today, random);
  await markPaid(deps, customers, random);
  for (let ago = HISTORY_DAYS; ago >= 1; ago -= 1) {
    clock.moveTo(new Date(today.getTime() - ago * DAY_MS));
    await liveOneDay(deps, customers, lines, { ago, random });
  }
  clock.moveTo(today);
};

/** Panel and node talk every few seconds, so that whatever one tries is seen at once. */
const quickly: readonly StoredSetting[] = [
  { key: 'updateV2rayDuration', value: 5 },
  { key: 'trafficStasticDuration', value: 5 },
];

const pick = <T>(list: readonly T[], random: () => number): T => {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

/** Customers join over half a year; a third are members now. */
const joinAll = async (
  deps: Deps,
  clock: MovableClock,
  today: Date,
  random: () => number,
): Promise<readonly Customer[]> => {
  const customers: Customer[] = [];
  for (let week = 0; customers.length < CUSTOMERS; week += 1) {
    const daysAgo = Math.max(HISTORY_DAYS + 1, 190 - week * 7);
    clock.moveTo(new Date(today.getTime() - daysAgo * DAY_MS + random() * HOUR_MS));
    const drafts = Array.from({ length: Math.min(25, CUSTOMERS - customers.length) }, (_, index) =>
      draftOf(customers.length + index, daysAgo, random),
    );
    customers.push(...(await makeCustomers(deps, drafts)));
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

/** Orders are not part of the demo yet, so who has paid is simply written down. */
const markPaid = async (deps: Deps, customers: readonly Customer[], random: () => number): Promise<void> => {
  const paid = customers.filter(({ email }) => email === demoCustomer || random() < 0.6).map(({ id }) => id);
  await deps.db.updateTable('users').set({ paid: true }).where('id', 'in', paid).execute();
};

/** One day: a part of the customers use a line or two, and some check in. */
const liveOneDay = async (
  deps: Deps,
  customers: readonly Customer[],
  { nodeId, nums, scales }: DemoLines,
  { ago, random }: { ago: number; random: () => number },
): Promise<void> => {
  const now = deps.clock.now();
  const settings = deps.settings.current();
  const day = dayOf(now, settings.timezone);
  const isUsing = ({ email }: Customer): boolean => email === demoCustomer || random() < 0.45;
  const rows: ReportedUse[] = customers.filter(isUsing).flatMap(({ num }) =>
    Array.from({ length: 1 + Math.floor(random() * 2) }, () => {
      const down = Math.floor(random() ** 2 * 6 * GIB);
      return { user: num, line: pick(nums, random), up: Math.floor(down * 0.08), down };
    }),
  );
  await inBillingTurn(deps, async (turn) => {
    const report = { nodeId, rows, lines: scales, day, at: now, now, today: day, settings };
    const outcome = await billReport(turn, report, deps);
    if (outcome.unbillable.size > 0) throw new Error(`the demo's use of ${day} cannot be billed`);
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
    if (!comes) continue;
    await checkinHandlers.signUse({}, contextOf(accountOf(customer, 'normal')), deps);
  }
};
