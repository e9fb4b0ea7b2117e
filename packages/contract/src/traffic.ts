import { z } from 'zod';
import { access, call } from './call.ts';
import { Nothing } from './shapes.ts';
import { trafficAdminCalls } from './traffic-admin.ts';
import { TrafficType } from './traffic-types.ts';
import { ByteCount, Day, Instant } from './units.ts';

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
  ...trafficAdminCalls,
} as const;
