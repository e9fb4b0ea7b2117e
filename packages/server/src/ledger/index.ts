export { ledgerJobs } from './jobs.ts';
export { readLedgerWatch, type LedgerWatch } from './store.ts';
