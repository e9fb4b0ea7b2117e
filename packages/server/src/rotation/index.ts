export { checkKeys, openSecrets, type Keys } from './open.ts';
export { beginRotation, countKeyUse, rotationJobs } from './rotate.ts';
