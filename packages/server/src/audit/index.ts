export { acceptChain } from './accept.ts';
export { auditJobs } from './jobs.ts';
export { countEntries, findCheck, listEntries, type ListedEntry } from './store.ts';
export { problemText } from './texts.ts';
export { verifyChain } from './verify.ts';
