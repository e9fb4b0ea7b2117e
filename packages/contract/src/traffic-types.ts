import { z } from 'zod';

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
