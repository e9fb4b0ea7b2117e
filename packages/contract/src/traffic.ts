import { z } from 'zod';
import { access, call, planned } from './call.ts';
import { Nothing } from './shapes.ts';
import { ByteCount, Instant } from './units.ts';

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
  day: z.iso.date(),
  updateTime: Instant,
});
export type TrafficRecord = z.infer<typeof TrafficRecord>;

export const trafficCalls = {
  myTrafficRecords: call({
    path: '/api/traffic/my_traffic_records',
    access: access.account,
    rate: 'read',
    summary: 'Traffic records of the last 10 days, newest first.',
    input: Nothing,
    output: z.array(TrafficRecord),
    fails: [],
  }),
  trafficRecords: planned({
    path: '/api/admin/traffic_spend/traffic_records',
    access: access.admin,
    rate: 'read',
    summary: 'Traffic records of all accounts by type and number of days.',
  }),
} as const;
