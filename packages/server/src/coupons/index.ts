export { couponsJobs, couponsPeriodic } from './jobs.ts';
