import { expect } from 'vitest';
import { sql } from 'kysely';
import { insertBackup } from '../../backup/list-store.ts';
import { createFaultLog } from '../../platform/error-log.ts';
import type { StaffCases, StaffSetup } from './staff-case.ts';

const failedJob = async ({ scene }: StaffSetup): Promise<string> => {
  const { db } = scene.app.deps;
  const { rows } = await sql<{ id: string }>`
    select id::text as id from graphile_worker.add_job('mail.deliver', '{}'::json, max_attempts => 2)`.execute(db);
  const { id } = rows[0]!;
  await sql`update graphile_worker._private_jobs set attempts = 2, last_error = 'refused' where id = ${id}`.execute(db);
  return id;
};

const backupIn = async ({ scene }: StaffSetup, state: 'good' | 'damaged'): Promise<string> => {
  const { ids, clock, db } = scene.app.deps;
  const id = ids.next();
  await insertBackup(db, { id, file: `skyport-${id}.tar`, origin: 'found', state, started_at: clock.now() });
  return id;
};

/** The error log and the queue of jobs. */
export const systemCases: StaffCases = {
  'errors.clear': async ({ scene }) => {
    await createFaultLog(scene.app.deps)(new Error('a fault'), { call: 'test', requestId: '' });
    return { payload: {}, object: 'errors', before: { rows: expect.any(Number) }, after: { rows: 0 } };
  },
  'backup.make': () => ({ payload: {}, before: null, after: { origin: 'staff', state: 'waiting' } }),
  'backup.delete': async (setup) => {
    const id = await backupIn(setup, 'damaged');
    return { payload: { _id: id }, object: id, before: { deleting: false }, after: { deleting: true } };
  },
  'backup.tryRestore': async (setup) => {
    const id = await backupIn(setup, 'good');
    return { payload: { _id: id }, object: id, before: { restore_state: null }, after: { restore_state: 'waiting' } };
  },
  'jobs.retry': async (setup) => {
    const id = await failedJob(setup);
    return {
      payload: { ids: [id] },
      object: id,
      before: { state: 'failed', attempts: 2 },
      after: { state: 'waiting', attempts: 0 },
    };
  },
};
