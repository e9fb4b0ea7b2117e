export { noticesJobs } from './jobs.ts';
export { notify } from './notify.ts';
export { tell, type Telling } from './tell.ts';
