export { noticesJobs } from './jobs.ts';
export { listOperators, tellOperators } from './operators.ts';
export { notify } from './notify.ts';
export { tell, type Telling } from './tell.ts';
