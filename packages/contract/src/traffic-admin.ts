import { z } from 'zod';
import { access, call } from './call.ts';
import { exportedColumns, ExportTicket } from './list-export.ts';
import { trafficRecordTitles } from './traffic-columns.ts';
import { TrafficRecord, TrafficType } from './traffic-types.ts';
import { ByteCount, Day, Id, SearchLine } from './units.ts';

/** Days of records that one call looks through at most, today included. */
export const MOST_RECORD_DAYS = 92;

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

/** Which records of all accounts. */
export const RecordFilter = z.object({
  type: TrafficType.default('spend'),
  day_num: z.number().int().min(1).max(MOST_RECORD_DAYS).default(2),
  /** Part of an e-mail address, or an account's id. */
  filterStr: SearchLine(254).default(''),
});
export type RecordFilter = z.output<typeof RecordFilter>;

/** The most records that one call answers. */
export const MOST_RECORDS = 5000;

const totals = {
  records: z.number().int().nonnegative(),
  trafficChange: z.number().int(),
  exemptionTraffic: ByteCount,
};

/** What records come to in all, and on each of the days, oldest first. Bytes. */
export const RecordTotals = z.object({
  ...totals,
  days: z.array(z.object({ day: Day, ...totals })),
  /** True where many records match: sums and the order of use are those of at most ten minutes ago. */
  copied: z.boolean().optional(),
});
export type RecordTotals = z.infer<typeof RecordTotals>;

/** Part of the calls of traffic: what admins see. */
export const trafficAdminCalls = {
  trafficRecords: call({
    path: '/api/admin/traffic_spend/traffic_records',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Traffic records of all accounts by type and number of days: newest day first, largest records first.',
    input: RecordFilter.extend({
      limit: z.number().int().min(1).max(MOST_RECORDS).default(1000),
      offset: z.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.array(AdminTrafficRecord),
    fails: [],
  }),
  recordTotals: call({
    path: '/api/admin/traffic_spend/record_totals',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'What the traffic records that match come to, in all and day by day.',
    input: RecordFilter,
    output: RecordTotals,
    fails: [],
  }),
  exportRecords: call({
    path: '/api/admin/traffic_spend/export_records',
    access: access.admin,
    rate: 'change',
    audit: 'export',
    summary: 'Asks for all traffic records that match as a file. 1109 while another export of the caller runs.',
    input: RecordFilter.extend({ columns: exportedColumns(trafficRecordTitles) }),
    output: ExportTicket,
    fails: ['conflict'],
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
