export { noticesJobs } from './jobs.ts';
export { listOperators } from './operators-store.ts';
export { tellOperators } from './operators.ts';
export { amount } from './rules.ts';
export { notify } from './notify.ts';
export { tell, type TellDeps, type Telling } from './tell.ts';
