import { roleOf } from '@skyport/db';
import { startLocalPostgres } from '@skyport/db/local';
import { migrate } from '@skyport/db/migrate';
import { startTestApp, type TestApp } from '@skyport/server/testing-app';
import { prepareJobs } from '@skyport/server/worker';
import { makeFolder, removeFolder } from './folder.ts';

/** A panel in this process, behind its gate and on a database of its own, whose clock stands until it is moved. */
export interface TestPanel {
  readonly app: TestApp;
  stop(): Promise<void>;
}

/** Starts a panel. Its database is not crash-safe, because it dies with the panel. */
export const startTestPanel = async (environment: Record<string, string> = {}): Promise<TestPanel> => {
  const dataDir = makeFolder('panel');
  const stops: (() => Promise<void> | void)[] = [() => removeFolder(dataDir)];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
    const postgres = await startLocalPostgres({ dataDir, log: () => undefined, settings });
    stops.push(() => postgres.stop());
    await migrate(postgres.ownerUrl, { appUrl: postgres.appUrl });
    await prepareJobs(postgres.ownerUrl, roleOf(postgres.appUrl));
    const app = await startTestApp(postgres.appUrl, environment);
    stops.push(() => app.close());
    return { app, stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
};
