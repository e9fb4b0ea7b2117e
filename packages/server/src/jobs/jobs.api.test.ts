import { codes } from '@skyport/contract/codes';
import { jobNames } from '@skyport/contract/jobs';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { allJobs } from '../wiring.ts';

const app = await createTestApp();
const { db } = app.deps;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin' });

const list = (payload: object = {}, who: TestSession | string = admin) =>
  app.call('/api/admin/jobs/list', payload, who);
const retry = (ids: unknown, who: TestSession | string = admin) => app.call('/api/admin/jobs/retry', { ids }, who);

interface Stand {
  readonly attempts?: number;
  readonly error?: string;
  readonly payload?: object;
  /** How long ago a worker took it, as an interval. */
  readonly locked?: string;
}

/** Puts a job of three attempts into the queue, as a worker would have left it; gives its number. */
const queue = async (name: string, { attempts = 0, error, payload = {}, locked }: Stand = {}): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => 3)`.execute(
    db,
  );
  const { id } = rows[0]!;
  await sql`update graphile_worker._private_jobs
               set attempts = ${attempts}, last_error = ${error ?? null}, run_at = now() + interval '1 hour',
                   locked_at = now() - ${locked ?? null}::interval, locked_by = ${locked ? 'a worker' : null}
             where id = ${id}`.execute(db);
  return id;
};

afterEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db);
});

test('jobs are listed by how they stand, failed ones first, and counted', async () => {
  const waiting = await queue('mail.deliver');
  const running = await queue('install.batch', { attempts: 1, locked: '1 minute' });
  const retrying = await queue('mail.deliver', { attempts: 2, error: 'timed out' });
  const failed = await queue('chat.deliver', { attempts: 3, error: 'refused' });
  const lost = await queue('chat.deliver', { attempts: 3, error: 'died', locked: '5 hours' });
  const { data } = await list();
  expect(data.jobs.map((job: { _id: string; state: string }) => [job._id, job.state])).toEqual([
    [failed, 'failed'],
    [lost, 'failed'],
    [retrying, 'retrying'],
    [running, 'running'],
    [waiting, 'waiting'],
  ]);
  expect(data.counts).toEqual({ failed: 2, retrying: 1, running: 1, waiting: 1 });
  expect(data.jobs[0]).toMatchObject({ name: 'chat.deliver', attempts: 3, maxAttempts: 3, error: 'refused' });
  const chosen = await list({ state: 'retrying' });
  expect(chosen.data.jobs.map(({ _id }: { _id: string }) => _id)).toEqual([retrying]);
  expect(chosen.data.counts.failed).toBe(2);
  expect((await list({ state: 'done' })).code).toBe(codes.invalidPayload.code);
});

test('neither what a job was given nor a secret in its error is shown', async () => {
  const key = 'q7Rm2Xc9VtLk4HsWzB8nJfPd3GyTa6Ue';
  await queue('mail.deliver', {
    attempts: 3,
    payload: { code: 'hunter2' },
    error: `no link ${key}, password: hunter3`,
  });
  const said = JSON.stringify(await list());
  for (const secret of [key, 'hunter2', 'hunter3']) expect(said).not.toContain(secret);
});

test('a job that failed is tried again at once with all its attempts', async () => {
  const failed = await queue('chat.deliver', { attempts: 3, error: 'refused' });
  const retrying = await queue('mail.deliver', { attempts: 1, error: 'timed out' });
  const waiting = await queue('mail.deliver');
  expect(await retry([failed, retrying, waiting])).toMatchObject({ code: 0, data: { retried: 2 } });
  const { rows } = await sql<{ id: string; due: boolean; attempts: number }>`
    select id::text as id, run_at <= now() as due, attempts::int as attempts from graphile_worker.jobs order by id`.execute(
    db,
  );
  expect(rows).toEqual([
    { id: failed, due: true, attempts: 0 },
    { id: retrying, due: true, attempts: 0 },
    { id: waiting, due: false, attempts: 0 },
  ]);
});

test('a job that is worked on, or has not failed, is left alone; one that is gone is not found', async () => {
  const running = await queue('install.batch', { attempts: 3, error: 'before', locked: '1 minute' });
  const waiting = await queue('mail.deliver');
  expect(await retry([running, waiting])).toMatchObject({
    code: codes.conflict.code,
    msg: '任务正在执行，或还没有失败过',
  });
  expect((await list()).data.jobs.map(({ attempts }: { attempts: number }) => attempts)).toEqual([3, 0]);
  for (const id of ['999999999999999999', 'x', '', '0', '-1', '1.5', 'x'.repeat(100)]) {
    expect((await retry([id])).code, id).toBe(codes.notFound.code);
  }
  for (const ids of [[], 'all', [1], null, Array.from({ length: 1001 }, () => '1')]) {
    expect((await retry(ids)).code).not.toBe(0);
  }
});

test('the queue is for admins only, with both session parts', async () => {
  const id = await queue('mail.deliver', { attempts: 3, error: 'refused' });
  for (const ask of [(who: TestSession | string) => list({}, who), (who: TestSession | string) => retry([id], who)]) {
    expect((await ask(`token=${admin.token}`)).code).toBe(codes.sessionExpired.code);
    for (const type of ['normal', 'channel', 'yunying'] as const) {
      expect((await ask(await app.account({ type }))).code).toBe(codes.roleForbidden.code);
    }
  }
  expect((await list({ state: 'failed' })).data.jobs).toHaveLength(1);
});

test('every job of the product has a name for staff, and no other has', () => {
  expect(Object.keys(jobNames).toSorted()).toEqual(allJobs.map(({ name }) => name).toSorted());
});
