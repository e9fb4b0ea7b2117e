export { subscriptionJobs, subscriptionPeriodic } from './jobs.ts';
export { dailyKeyOf } from './keys.ts';
export { createSubscriptionRoute, type DocumentAnswer, type DocumentRequest } from './route.ts';
