export { withdrawalsJobs } from './jobs.ts';
export { readWithdrawalWatch } from './store.ts';
