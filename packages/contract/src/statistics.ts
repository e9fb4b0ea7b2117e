import { z } from 'zod';
import { access, call } from './call.ts';
import { Nothing } from './shapes.ts';
import { ByteCount, Day, Instant } from './units.ts';

/** Days that the page opens with, and the most that one call answers: ten years. */
export const STATISTICS_DAYS = 7;
export const MOST_STATISTICS_DAYS = 3660;

const Count = z.number().int().nonnegative();
/** Bytes that may have been taken back since: a correction counts on the day on which it is booked. */
const Booked = z.number().int();

/** The figures of one day. */
export const DayFigures = z.object({
  _id: z.string(),
  day: Day,
  /** Check-ins, and orders that were paid. */
  signUseNum: Count,
  payNum: Count,
  /** Yuan that really came in, less what was sent back; money of wallets is not counted again. */
  income: z.number(),
  /** Accounts that used permanent traffic, what they used, and the average of them. Billed bytes. */
  normalUserNum: Count,
  normalTraffic: Booked,
  normalAvg: Booked,
  /** The same of the day's quota and of public lines. */
  dayUserNum: Count,
  dayTrafficUse: Booked,
  dayAvg: Booked,
  /** Draws, also free ones, and what they cost; prizes, whatever was won, and the traffic that they gave. */
  lotterySpendNum: Count,
  lotterySpendTraffic: ByteCount,
  lotteryRewardNum: Count,
  lotteryRewardTraffic: ByteCount,
  /** The day is over and its figures never change any more. */
  closed: z.boolean(),
});
export type DayFigures = z.infer<typeof DayFigures>;

/**
 * What may wait for somebody: tickets, withdrawals, orders with an open flag, money that is nobody's, claims that
 * providers did not confirm, customers who miss a payment, differences of the reconciliation, payment instances that
 * keep failing, nodes with open alarms, reports that are quarantined, jobs that were given up, backups that are too
 * old or cannot be restored, and differences of the ledger.
 */
export const waitingKinds = [
  'ledger',
  'tickets',
  'withdrawals',
  'flags',
  'unclaimed',
  'claims',
  'requests',
  'differences',
  'providers',
  'nodes',
  'reports',
  'jobs',
  'backups',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

export const statisticsCalls = {
  basicStastic: call({
    path: '/api/admin/users/basic_stastic',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Figures of the last days, today first, what all accounts have left of traffic, and how many are members.',
    input: z.object({ num: z.number().int().min(1).max(MOST_STATISTICS_DAYS).default(STATISTICS_DAYS) }),
    output: z.object({
      stastic_list: z.array(DayFigures),
      totalRemainingTraffic: ByteCount,
      activeVipCount: Count,
    }),
    fails: [],
  }),
  overview: call({
    path: '/api/admin/overview/now',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary:
      'What needs somebody now, the figures of today, what all accounts have left, how many are members, and the version.',
    input: Nothing,
    output: z.object({
      waiting: z.array(
        z.object({
          _id: z.enum(waitingKinds),
          count: Count,
          /** Since when the first one has waited, where that is known. */
          since: Instant.nullable(),
        }),
      ),
      today: DayFigures,
      totalRemainingTraffic: ByteCount,
      activeVipCount: Count,
      /** The running program: its version and commit; the latter is empty where it is unknown. */
      program: z.object({ version: z.string(), commit: z.string() }),
    }),
    fails: [],
  }),
} as const;
