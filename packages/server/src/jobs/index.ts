export { countQueued } from './store.ts';
