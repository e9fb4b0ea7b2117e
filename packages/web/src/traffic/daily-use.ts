import type { TrafficRecord, TrafficType } from '@skyport/contract/traffic-types';
import { DAY_MS } from '../ui/format.ts';

/** What was used on one day, in bytes. */
export interface DayUse {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly used: number;
}

/** Days that the chart shows, today included. */
export const DAYS = 10;

/** Records of use: an agency's customers have a type of their own. */
export const USE: readonly TrafficType[] = ['spend', 'agency_spend'];

/** So many days before and up to `today` (`YYYY-MM-DD`), oldest first. */
export const daysUpTo = (today: string, count: number = DAYS): readonly string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(today) - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );

/** What a record is about: bytes of permanent traffic, and what the quota or an exemption carried beside them. */
export const amountOf = ({
  trafficChange,
  exemptionTraffic,
}: Pick<TrafficRecord, 'trafficChange' | 'exemptionTraffic'>): number => Math.abs(trafficChange) + exemptionTraffic;

/** What records of some types come to on each of the last 10 days. */
export const dailyAmounts = (
  records: readonly TrafficRecord[],
  today: string,
  types: readonly TrafficType[],
): readonly DayUse[] =>
  daysUpTo(today).map((day) => ({
    day,
    used: records
      .filter((record) => types.includes(record.type) && record.day === day)
      .reduce((sum, record) => sum + amountOf(record), 0),
  }));

/**
 * Traffic used on each of the last 10 days: what was charged to permanent traffic, and what the quota or an exemption
 * carried. Gifts and purchases do not count.
 */
export const dailyUse = (records: readonly TrafficRecord[], today: string): readonly DayUse[] =>
  dailyAmounts(records, today, USE);
