import { roleOf } from '@skyport/db';
import { testDatabase, type TemplatePart } from '@skyport/db/testing';
import { startTestApp, type TestApp } from './testing-app.ts';
import { prepareJobs } from './worker.ts';

/** The job tables, made once in the template of test databases. */
const jobTables: TemplatePart = {
  name: 'jobs',
  prepare: (ownerUrl, appUrl) => prepareJobs(ownerUrl, roleOf(appUrl)),
};

/** Starts the product for a test file, on a database of its own that is dropped after the file's tests. */
export const createTestApp = async (environment: Record<string, string> = {}): Promise<TestApp> =>
  startTestApp((await testDatabase(jobTables)).url, environment);
