import type { TestData, TestSession } from '@skyport/server/testing-app';
import { dayOf } from '@skyport/server/platform/clock';

/** Somebody who signed up, or whom an agency made. */
export interface Person {
  readonly session: TestSession;
  /** Invite code of a customer; the customers of agencies have none. */
  readonly code: string;
  isAgency: boolean;
  isAgencyUser: boolean;
}

/** What happened on one day of the shop, as whoever did it was told. Bytes. */
export interface DayTold {
  checkins: number;
  draws: number;
  drawTraffic: number;
  prizes: number;
  prizeTraffic: number;
}

/**
 * What everybody was told by the shop, in plain numbers that no part of the product has counted. Money in milli-yuan,
 * traffic in bytes.
 */
export interface Journal {
  readonly people: Person[];
  readonly days: Map<string, DayTold>;
  /** Permanent traffic that accounts got and gave away, by number; orders and trials are counted in the end. */
  readonly given: Map<number, number>;
  /** Traffic that each product gives, and which product an order is of. */
  readonly traffic: Map<string, number>;
  readonly products: Map<string, string>;
  /** Orders that staff took back, with the traffic that went. */
  readonly takenBack: Map<string, number>;
  /** Money that staff wrote down. */
  receipts: number;
  paidOut: number;
  /** How often each act was done and not refused. */
  readonly done: Map<string, number>;
}

/** A journal in which nothing has happened. */
export const createJournal = (): Journal => ({
  people: [],
  days: new Map(),
  given: new Map(),
  traffic: new Map(),
  products: new Map(),
  takenBack: new Map(),
  receipts: 0,
  paidOut: 0,
  done: new Map(),
});

/** The zone in which days of the shop begin. */
export const ZONE = 'Asia/Shanghai';

/** What was told on the day of an instant. */
export const dayTold = ({ days }: Pick<Journal, 'days'>, at: Date): DayTold => {
  const day = dayOf(at, ZONE);
  const known = days.get(day) ?? { checkins: 0, draws: 0, drawTraffic: 0, prizes: 0, prizeTraffic: 0 };
  days.set(day, known);
  return known;
};

/** Notes permanent traffic that an account got, or gave away where it is below 0. */
export const noteTraffic = ({ given }: Pick<Journal, 'given'>, num: number, amount: number): void => {
  given.set(num, (given.get(num) ?? 0) + amount);
};

/** Milli-yuan of an amount in yuan as an answer has it. */
export const milliOf = (yuan: TestData): number => Math.round(Number(yuan) * 1000);
