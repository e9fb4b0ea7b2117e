export { statisticsJobs } from './jobs.ts';
export { recentDays } from './calls.ts';
export { readTotals } from './store.ts';
