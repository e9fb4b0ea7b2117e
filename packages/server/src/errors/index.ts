export { errorsJobs } from './jobs.ts';
