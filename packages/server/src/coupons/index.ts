export { couponsJobs } from './jobs.ts';
