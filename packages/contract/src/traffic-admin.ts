import { z } from 'zod';
import { access, call } from './call.ts';
import { TrafficRecord, TrafficType } from './traffic-types.ts';
import { ByteCount, Day, Id, Line } from './units.ts';

/** Days of records that one call looks through at most, today included. */
const MOST_RECORD_DAYS = 92;

/** A traffic record as admins see it: with its account. */
export const AdminTrafficRecord = z.object({ uid: Id, email: z.string(), ...TrafficRecord.shape });
export type AdminTrafficRecord = z.infer<typeof AdminTrafficRecord>;

/** What one line carried on a day. Bytes; `users` is counted once an hour. */
const figures = { up: ByteCount, down: ByteCount, billed: ByteCount, users: z.number().int().nonnegative() };

/** Daily figures: of a node when `line_id` is null, else of one of its lines. Names of deleted ones stay. */
export const DailyFigure = z.object({
  day: Day,
  node_id: Id,
  node_name: z.string(),
  line_id: Id.nullable(),
  line_name: z.string(),
  ...figures,
});
export type DailyFigure = z.infer<typeof DailyFigure>;

/** Part of the calls of traffic: what admins see. */
export const trafficAdminCalls = {
  trafficRecords: call({
    path: '/api/admin/traffic_spend/traffic_records',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Traffic records of all accounts by type and number of days: newest day first, largest records first.',
    input: z.object({
      type: TrafficType.default('spend'),
      day_num: z.number().int().min(1).max(MOST_RECORD_DAYS).default(2),
      /** Part of an e-mail address, or an account's id. */
      filterStr: Line(254).default(''),
      limit: z.number().int().min(1).max(5000).default(1000),
      offset: z.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.array(AdminTrafficRecord),
    fails: [],
  }),
  dailyFigures: call({
    path: '/api/admin/traffic_spend/daily_figures',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'What nodes or lines carried day by day, newest day first, largest first.',
    input: z.object({
      by: z.enum(['node', 'line']).default('node'),
      day_num: z.number().int().min(1).max(400).default(14),
      /** Only this node. */
      node_id: Id.optional(),
    }),
    output: z.array(DailyFigure),
    fails: ['notFound'],
  }),
} as const;
