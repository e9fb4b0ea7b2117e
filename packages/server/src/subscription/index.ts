export { subscriptionJobs } from './jobs.ts';
export { dailyKeyOf } from './keys.ts';
export { createSubscriptionRoute } from './document/route.ts';
