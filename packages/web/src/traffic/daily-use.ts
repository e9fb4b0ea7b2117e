import type { TrafficRecord } from '@skyport/contract/traffic-types';
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
const USE: readonly TrafficRecord['type'][] = ['spend', 'agency_spend'];

/** The days before and up to `today` (`YYYY-MM-DD`), oldest first. */
const daysUpTo = (today: string): readonly string[] =>
  Array.from({ length: DAYS }, (_, at) =>
    new Date(Date.parse(today) - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );

/**
 * Traffic used on each of the last 10 days: what was charged to permanent traffic, and what the quota or an exemption
 * carried. Gifts and purchases do not count.
 */
export const dailyUse = (records: readonly TrafficRecord[], today: string): readonly DayUse[] =>
  daysUpTo(today).map((day) => ({
    day,
    used: records
      .filter((record) => USE.includes(record.type) && record.day === day)
      .reduce((sum, record) => sum + Math.abs(record.trafficChange) + record.exemptionTraffic, 0),
  }));
