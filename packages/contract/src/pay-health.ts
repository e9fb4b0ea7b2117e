import { z } from 'zod';
import { access, call } from './call.ts';
import { Day, Line } from './units.ts';

/** Days of payment health that are shown at most, and unless another number is asked for. */
export const MOST_HEALTH_DAYS = 31;
export const HEALTH_DAYS = 7;
/** Lines of payment health that one call answers at most. */
export const MOST_HEALTH_ROWS = 1000;

/** Why a provider did not begin a payment; `invalid`: what it answered cannot be believed or used. */
export const payFailures = ['unreachable', 'timeout', 'refused', 'invalid', 'other'] as const;
export type PayFailure = (typeof payFailures)[number];
export const payFailureNames = {
  unreachable: '无法连接',
  timeout: '响应超时',
  refused: '通道拒绝',
  invalid: '响应无效',
  other: '其他原因',
} as const satisfies Record<PayFailure, string>;

const Count = z.number().int().nonnegative();

/** How payments of one instance went on one day of the shop: `begun` is the sum of what became of them. */
export const PayHealth = z.object({
  _id: z.string(),
  platform: z.string(),
  day: Day,
  /** Tries to pay, each of which was paid, has failed, ended unpaid, or can still be paid. */
  begun: Count,
  paid: Count,
  /** The provider did not begin them, by the reason. */
  failed: z.object({ unreachable: Count, timeout: Count, refused: Count, invalid: Count, other: Count }),
  /** Nobody paid them in time, or their customers have chosen something else. */
  unpaid: Count,
  open: Count,
  /** Half of those that were paid took no longer, in seconds; null where none was. */
  median_seconds: Count.nullable(),
  /** The instance keeps failing now, and is offered last. */
  failing: z.boolean(),
});
export type PayHealth = z.output<typeof PayHealth>;

export const payHealthCalls = {
  payHealth: call({
    path: '/api/admin/money/pay_health',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'How payments went by day and payment instance, newest first, of all or of one; at most 1,000 lines.',
    input: z.object({
      instance: Line(40).default(''),
      days: z.number().int().min(1).max(MOST_HEALTH_DAYS).default(HEALTH_DAYS),
    }),
    output: z.array(PayHealth),
    fails: [],
  }),
} as const;
