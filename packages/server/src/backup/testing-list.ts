import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { roleOf } from '@skyport/db';
import { testDatabase } from '@skyport/db/testing';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { MINUTE_MS } from '../platform/clock.ts';
import { startTestApp, TEST_SECRET_KEY, type TestAnswer, type TestData, type TestSession } from '../testing-app.ts';
import { prepareJobs } from '../worker.ts';
import { backupJobs, backupWork } from './jobs.ts';
import { testFolder } from './testing.ts';

/** A panel that writes backups with the real backup process. */
export const startBackups = async () => {
  const database = await testDatabase({ name: 'jobs', prepare: (owner, url) => prepareJobs(owner, roleOf(url)) });
  const dataDir = testFolder();
  const app = await startTestApp(database.url, {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET_KEY: TEST_SECRET_KEY,
  });
  afterAll(() => app.close());
  const { deps, clock } = app;
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const tend = backupJobs.find(({ name }) => name === 'backup.tend')!;
  const make = (who: TestSession | string = admin): Promise<TestAnswer> => app.call('/api/admin/backup/make', {}, who);
  const list = async (): Promise<TestData> => (await app.call('/api/admin/backup/list', {}, admin)).data;
  const backups = async (): Promise<TestData[]> => (await list()).backups;
  const work = (stop?: AbortSignal): Promise<void> => backupWork.run(deps, {}, stop);
  const clearQueue = () => sql`delete from graphile_worker._private_jobs`.execute(deps.db);
  const queued = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from graphile_worker.jobs where task_identifier = 'backup.work'`.execute(deps.db);
    return rows[0]!.n;
  };
  return {
    app,
    database,
    dataDir,
    folder: join(dataDir, 'backups'),
    admin,
    list,
    backups,
    make,
    work,
    queued,
    tend: () => tend.run(deps, {}),
    tryRestore: (_id: unknown, who: TestSession | string = admin): Promise<TestAnswer> =>
      app.call('/api/admin/backup/try_restore', { _id }, who),
    deleteBackup: (_id: unknown, who: TestSession | string = admin): Promise<TestAnswer> =>
      app.call('/api/admin/backup/delete', { _id }, who),
    /** What happens while the clock moves: the schedule is looked at, and waiting work is done. */
    pass: async (ms: number): Promise<void> => {
      clock.advance(ms);
      await tend.run(deps, {});
      if ((await queued()) > 0) await work();
      await clearQueue();
    },
    /** Makes a backup and gives its row. */
    backUp: async (): Promise<TestData> => {
      clock.advance(MINUTE_MS);
      const { data } = await make();
      await work();
      return (await backups()).find(({ _id }) => _id === data._id)!;
    },
    alarms: async (): Promise<string[]> =>
      (await app.call('/api/user_notive/list', {}, admin)).data.map(({ desc }: TestData) => desc),
    /** What the overview says of backups. */
    waiting: async (): Promise<number> => {
      const { data } = await app.call('/api/admin/overview/now', {}, admin);
      return data.waiting.find(({ _id }: TestData) => _id === 'backups').count;
    },
    figure: async (name: string): Promise<number> => {
      const { body } = await app.gate.app.inject('/metrics');
      return Number(new RegExp(`^skyport_backup_${name} (\\S+)$`, 'm').exec(body)?.[1]);
    },
    /** Removes all backups and the schedule. */
    reset: async (): Promise<void> => {
      await app.changeSettings({ backup_every_hours: 0, backup_keep: 7, backup_try_restore: true });
      await tend.run(deps, {});
      for (const table of ['backups', 'notifications'] as const) await deps.db.deleteFrom(table).execute();
      await clearQueue();
      rmSync(join(dataDir, 'backups'), { recursive: true, force: true });
    },
  };
};
