import { z } from 'zod';
import { auditKinds, type AuditKind } from './audit-kinds.ts';
import { auditColumnTitles } from './audit-columns.ts';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { exportedColumns, ExportTicket } from './list-export.ts';
import { listTotal } from './list-total.ts';
import { Nothing } from './shapes.ts';
import { Id, Instant, Line, SearchLine } from './units.ts';

const kinds = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

/** Fields of a thing; null where there was none. A secret is `{secret}`: none, set or changed. */
const Fields = z.record(z.string(), z.unknown()).nullable();

/** The latest is that of the last instant that JavaScript knows. */
const Moment = z.number().int().min(0).max(8_640_000_000_000_000);

/** One entry of the audit. */
export const AuditRow = z.object({
  _id: Id,
  time: Instant,
  /** E-mail of who did it; empty for a command on the server or an account that is gone. */
  actor: z.string(),
  actor_id: z.string(),
  address: z.string(),
  /** Feature and name of the call. */
  call: z.string(),
  kind: z.string(),
  object: z.string(),
  /** E-mail, name, number or code of the object as it is now; empty if it is gone or has none. */
  object_name: z.string(),
  /** Titles of the payment instances that the fields name, by the names that are stored. */
  titles: z.record(z.string(), z.string()),
  before: Fields,
  after: Fields,
  detail: z.record(z.string(), z.unknown()),
  /** Place in the chain; null for the minute until it has one. */
  seq: z.number().int().positive().nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** Which entries. */
export const AuditFilter = z.object({
  kind: field('对象类型', z.enum(kinds).optional(), { choices: auditKinds }),
  /** Part of the actor's e-mail address, or the id of an actor or object. */
  filterStr: SearchLine(254).default(''),
  /** Only entries about this one. */
  object: Id.optional(),
  /** Only what this call did: feature and name, e.g. `users.updateUser`. */
  call: Line(64).optional(),
  /** Time of the entry in ms since 1970, both ends included; absent = no bound. */
  fromTimestamp: Moment.optional(),
  toTimestamp: Moment.optional(),
});
export type AuditFilter = z.output<typeof AuditFilter>;

export const auditCalls = {
  list: call({
    path: '/api/admin/audit/list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Changes made by staff, newest first, with what their objects are called now; `total` is how many match.',
    input: AuditFilter.extend({
      limit: z.number().int().min(1).max(1000).default(100),
      skip: z.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({ entries: z.array(AuditRow), ...listTotal }),
    fails: ['notFound'],
  }),
  exportList: call({
    path: '/api/admin/audit/export',
    access: access.admin,
    rate: 'change',
    audit: 'export',
    stepUp: 'always',
    summary: 'Asks for all entries that match as a file, newest first. 1109 while another export of the caller runs.',
    input: AuditFilter.extend({ columns: exportedColumns(auditColumnTitles) }),
    output: ExportTicket,
    fails: ['notFound', 'conflict'],
  }),
  check: call({
    path: '/api/admin/audit/check',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'What the last verification of the chain found; `time` is null before the first one.',
    input: Nothing,
    output: z.object({ time: Instant.nullable(), problems: z.number().int().nonnegative() }),
    fails: [],
  }),
} as const;
