import { noteStatus } from './samples.ts';

export { createStatusRoute } from './page.ts';

/** Jobs of this feature. */
export const statusJobs = [noteStatus];
