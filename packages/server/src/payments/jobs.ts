import { DAY_MS } from '../platform/clock.ts';
import { forgetJob } from '../platform/retention.ts';
import { removeOldDeliveries } from './delivery-store.ts';

/** For how long the delivery log is kept, in ms. */
const KEPT_MS = 30 * DAY_MS;

/** Forgets old notifications; the claims that came of them stay. */
export const forgetDeliveries = forgetJob({
  name: 'payments.forget-deliveries',
  cron: '47 * * * *',
  keptMs: KEPT_MS,
  remove: removeOldDeliveries,
});

/** Jobs of this room. */
export const paymentsJobs = [forgetDeliveries];
