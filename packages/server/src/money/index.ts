export { readDifferenceWatch } from './reconcile-store.ts';
export { readRequestWatch } from './request-store.ts';
