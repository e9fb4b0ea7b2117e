import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { Id, Instant } from './units.ts';

/** Days of the error log that its page asks for, and the most. */
const [USUAL_DAYS, MOST_DAYS] = [7, 30];

/**
 * One fault of ours, however often it happened: the same name at the same place with the same message but for its
 * numbers. Message and stack are those of the newest time; nothing in them is a secret.
 */
export const Fault = z.object({
  _id: Id,
  /** The newest time. */
  createTime: Instant,
  /** The first time, within the days that were asked for. */
  firstTime: Instant,
  count: z.number().int().positive(),
  name: z.string(),
  msg: z.string(),
  /** The call or job in which it happened. */
  call: z.string(),
  stack: z.string(),
});
export type Fault = z.output<typeof Fault>;

export const errorsCalls = {
  list: call({
    path: '/api/admin/errors/list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Faults of the last `num` days, each once with how often it happened, newest first; at most 1,000.',
    input: z.object({ num: field('天数', z.number().int().min(1).max(MOST_DAYS).default(USUAL_DAYS)) }),
    output: z.array(Fault),
    fails: [],
  }),
  clear: call({
    path: '/api/admin/errors/clear',
    access: access.admin,
    rate: 'change',
    audit: 'errorLog',
    summary:
      'Empties the error log; with `until` only of what happened up to that instant. Answers how many rows went.',
    input: z.object({ until: Instant.optional() }),
    output: z.object({ deletedCount: z.number().int().nonnegative() }),
    fails: [],
  }),
} as const;
