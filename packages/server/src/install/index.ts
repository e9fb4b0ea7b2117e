export { installJobs, stopInstalls } from './batch.ts';
export { kitFile, kitFolder, readKit } from './kit.ts';
export { createInstallRoute } from './serve.ts';
