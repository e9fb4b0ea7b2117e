import { z } from 'zod';
import { ByteCount, Day, Instant } from './units.ts';

/** Types of traffic records. */
export const TrafficType = z.enum([
  'spend',
  'buy',
  'coupon',
  'sign_use',
  'prize_spend',
  'prize_reward',
  'push_spend',
  'push_receive',
  'tiyan_expire',
  'agency_spend',
  'agency_allocate',
]);
export type TrafficType = z.infer<typeof TrafficType>;

/** One record a day and type. Bytes; `trafficChange` is signed, `exemptionTraffic` is not inside it. */
export const TrafficRecord = z.object({
  type: TrafficType,
  desc: z.string(),
  trafficChange: z.number().int(),
  exemptionTraffic: ByteCount,
  /** The account's `traffic` and `spendTraffic` after the record. */
  allTraffic: ByteCount,
  allSpend: ByteCount,
  day: Day,
  updateTime: Instant,
});
export type TrafficRecord = z.infer<typeof TrafficRecord>;
