import type { DayFigures, statisticsCalls } from '@skyport/contract/statistics';
import { yuanOfMilli, milli } from '@skyport/contract/units';
import { addDays, dayOf } from '../platform/clock.ts';
import type { Deps, Handler, HandlersOf } from '../platform/deps.ts';
import { readVersion } from '../platform/version.ts';
import { readAllWaiting } from './overview.ts';
import { computeDays, findFirstDay, findLastDay, listDays, readTotals, type DayRow } from './store.ts';

type Calls = typeof statisticsCalls;

const average = (sum: number, count: number): number => (count === 0 ? 0 : Math.round(sum / count));

const presentDay = (row: DayRow, closed: boolean): DayFigures => ({
  _id: row.day,
  day: row.day,
  signUseNum: row.checkins,
  payNum: row.paid_orders,
  income: yuanOfMilli(milli(row.income)),
  normalUserNum: row.permanent_users,
  normalTraffic: row.permanent_traffic,
  normalAvg: average(row.permanent_traffic, row.permanent_users),
  dayUserNum: row.quota_users,
  dayTrafficUse: row.quota_traffic,
  dayAvg: average(row.quota_traffic, row.quota_users),
  lotterySpendNum: row.draws,
  lotterySpendTraffic: row.draw_traffic,
  lotteryRewardNum: row.prizes,
  lotteryRewardTraffic: row.prize_traffic,
  closed,
});

/** The days from one to another, the newest first. */
const daysBetween = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = to; day >= from; day = addDays(day, -1)) days.push(day);
  return days;
};

/** Figures of the last days, today first: closed rows as they are, the days behind them as they stand now. */
export const recentDays = async (
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  count: number,
): Promise<DayFigures[]> => {
  const { timezone } = settings.current();
  const today = dayOf(clock.now(), timezone);
  const since = addDays(today, 1 - count);
  const last = await findLastDay(db);
  // Days before anything was known are no days of the shop.
  const first = last === undefined ? ((await findFirstDay(db, timezone)) ?? today) : addDays(last, 1);
  const from = first < since ? since : first;
  const wanted = daysBetween(from, today);
  const live = await computeDays(db, { from, to: today, timezone }, wanted);
  const closed = await listDays(db, since);
  // A day may have been closed between these readings.
  const closedDays = new Set(closed.map(({ day }) => day));
  const open = live.filter(({ day }) => !closedDays.has(day));
  return [...open.map((row) => presentDay(row, false)), ...closed.map((row) => presentDay(row, true))];
};

const basicStastic: Handler<Calls['basicStastic']> = async ({ num }, _context, deps) => {
  const [stastic_list, { left, members }] = [await recentDays(deps, num), await readTotals(deps.db, deps.clock.now())];
  return { stastic_list, totalRemainingTraffic: left, activeVipCount: members };
};

const overview: Handler<Calls['overview']> = async (_input, _context, deps) => {
  const [today] = await recentDays(deps, 1);
  if (!today) throw new Error('today is no day');
  const now = deps.clock.now();
  const [waiting, { left, members }] = [await readAllWaiting(deps.db, now), await readTotals(deps.db, now)];
  return { waiting, today, totalRemainingTraffic: left, activeVipCount: members, program: readVersion() };
};

/** What the days of the shop came to, and what needs somebody now. */
export const statisticsHandlers: HandlersOf<Calls> = { basicStastic, overview };
