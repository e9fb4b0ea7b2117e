export { countQueued, findOldestDue } from './store.ts';
