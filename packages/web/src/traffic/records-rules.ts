import type { Input } from '@skyport/contract/call';
import type { RecordTotals, trafficAdminCalls } from '@skyport/contract/traffic-admin';
import { type TrafficRecord, TrafficType } from '@skyport/contract/traffic-types';
import { firstPage, type TableQuery } from '../ui/data-table/use-table-model.ts';
import { amountOf, type DayUse, daysUpTo, USE } from './daily-use.ts';

/** What some records come to, in bytes. */
export interface Sums {
  /** Use of any kind, and how much of it cost no permanent traffic. */
  readonly used: number;
  readonly free: number;
  readonly gained: number;
  /** What was taken away without being used. */
  readonly lost: number;
}

/** What records come to. */
export const sumsOf = (records: readonly TrafficRecord[]): Sums => {
  const sum = (of: (record: TrafficRecord) => number): number => records.reduce((all, record) => all + of(record), 0);
  const isUse = ({ type }: TrafficRecord): boolean => USE.includes(type);
  return {
    used: sum((record) => (isUse(record) ? amountOf(record) : 0)),
    free: sum((record) => (isUse(record) ? record.exemptionTraffic : 0)),
    gained: sum((record) => (isUse(record) ? 0 : Math.max(0, record.trafficChange))),
    lost: sum((record) => (isUse(record) ? 0 : Math.max(0, -record.trafficChange))),
  };
};

/** Types that admins choose from: what expires by itself is not one of them (specification 2, §9). */
export const adminTypes: readonly TrafficType[] = TrafficType.options.filter((type) => type !== 'tiyan_expire');

/** Numbers of days that admins choose from. */
export const adminDays = [1, 2, 3, 7, 10, 30, 92] as const;

/** What the list of everybody is narrowed to. */
export interface RecordFilters {
  readonly type: TrafficType;
  readonly days: number;
}

/** As the page opens: use of two days. */
export const startFilters: RecordFilters = { type: 'spend', days: 2 };
/** The list as the page opens. */
export const startQuery: TableQuery = { ...firstPage, size: 100 };

/** Which records are meant. */
export const recordFilter = (
  search: string,
  { type, days }: RecordFilters,
): Required<Input<typeof trafficAdminCalls.recordTotals>> => ({
  type,
  day_num: days,
  filterStr: search.trim().slice(0, 254),
});

/** The input of the list call. */
export const recordInput = (
  { page, size, search }: TableQuery,
  filters: RecordFilters,
): Input<typeof trafficAdminCalls.trafficRecords> => ({
  ...recordFilter(search, filters),
  limit: size,
  offset: page * size,
});

/** What records of everybody come to on each of the days up to `today`. */
export const dailyTotals = ({ days }: RecordTotals, today: string, count: number): readonly DayUse[] =>
  daysUpTo(today, count).map((day) => {
    const found = days.find((one) => one.day === day);
    return { day, used: found ? amountOf(found) : 0 };
  });
