export { installJobs, stopInstalls } from './batch.ts';
export { createInstallRoute } from './serve.ts';
