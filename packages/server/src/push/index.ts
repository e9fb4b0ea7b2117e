export { pushJobs } from './jobs.ts';
