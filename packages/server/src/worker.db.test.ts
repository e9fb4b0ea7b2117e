import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testDatabase } from '@skyport/db/testing';
import { roleOf } from '@skyport/db';
import { run } from 'graphile-worker';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { installBatch } from './install/batch.ts';
import type { Deps } from './platform/deps.ts';
import { databaseJobs, job, NoInput, type Job } from './platform/jobs.ts';
import { allJobs } from './wiring.ts';
import { cronItemsOf, prepareJobs, startJobs } from './worker.ts';

const database = await testDatabase({
  name: 'jobs',
  prepare: (ownerUrl, appUrl) => prepareJobs(ownerUrl, roleOf(appUrl)),
});
const asOwner = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: database.ownerUrl });
  // One that is still ending when a test breaks all connections would end the run.
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
};
/** Ends the connections of everybody else. */
const BREAK = `import pg from 'pg';
  const client = new pg.Client({ connectionString: process.argv[1] });
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()');
  await client.end();`;
const idle = async (): Promise<void> => undefined;
const start = (jobs: readonly Job<unknown>[]) =>
  startJobs({
    databaseUrl: database.url,
    jobs,
    deps: { log: { warn: () => undefined } } as unknown as Deps,
    faults: idle,
  });

const rowsOf = (where: string): Promise<{ name: string; maxAttempts: number; key: string | null }[]> =>
  asOwner(async (client) => {
    const { rows } = await client.query(`
      select t.identifier as name, j.max_attempts as "maxAttempts", j.key
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id ${where}`);
    return rows;
  });

const periodic = allJobs.filter(({ cron }) => cron !== undefined);

test('a job that runs by itself is added with the attempts and the key of its definition', async () => {
  expect(periodic.length).toBeGreaterThan(15);
  // Each is made to have been due within the last hour, so that the database gets it at once.
  await asOwner((client) =>
    client.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       select name, now() - interval '1 day', now() - interval '2 minutes' from unnest($1::text[]) name`,
      [periodic.map(({ name }) => name)],
    ),
  );
  const parsedCronItems = cronItemsOf(periodic.map((each) => ({ ...each, cron: '* * * * *' })));
  const runner = await run({
    connectionString: database.ownerUrl,
    taskList: { 'test.idle': idle },
    parsedCronItems,
    noHandleSignals: true,
  });
  await runner.stop();
  const rows = await rowsOf('');
  for (const { name, maxAttempts, key } of periodic) {
    const mine = rows.filter((row) => row.name === name);
    expect(mine.length, name).toBeGreaterThan(0);
    for (const row of mine) expect(row).toEqual({ name, maxAttempts, key: key ? `${name}:${key({})}` : null });
  }
});

test('a job that is added has the attempts and the key of its definition, and a second one of its key replaces it', async () => {
  const greet = job({
    name: 'test.greet',
    input: z.object({ whom: z.string() }),
    maxAttempts: 7,
    key: ({ whom }) => whom,
    run: idle,
  });
  for (const whom of ['ann', 'bob', 'ann']) await databaseJobs.add(database.db, greet, { whom });
  expect(await rowsOf(`where t.identifier = 'test.greet' order by j.key`)).toEqual([
    { name: 'test.greet', maxAttempts: 7, key: 'test.greet:ann' },
    { name: 'test.greet', maxAttempts: 7, key: 'test.greet:bob' },
  ]);
});

test('two jobs of one name, and one that cannot run by itself though it should, stop the start', async () => {
  const one = job({ name: 'test.one', input: NoInput, maxAttempts: 1, run: idle });
  await expect(start([one, one])).rejects.toThrow('two jobs have the same name: test.one');
  const needy = job({
    name: 'test.needy',
    input: z.object({ id: z.string() }),
    maxAttempts: 1,
    cron: '1 * * * *',
    run: idle,
  });
  await expect(start([needy])).rejects.toThrow('id');
  await expect(start([{ ...one, cron: 'each morning' }])).rejects.toThrow();
  await (await start([one])).stop();
});

test('slow servers of installations, however many, keep no other job from running, and two are worked on at once', async () => {
  const waiting = Promise.withResolvers<void>();
  let begun = 0;
  const install = job({
    ...installBatch,
    run: () => {
      begun += 1;
      return waiting.promise;
    },
  });
  const done = Promise.withResolvers<void>();
  const other = job({ name: 'test.other', input: NoInput, maxAttempts: 1, run: async () => done.resolve() });
  for (let n = 0; n < 6; n += 1) await databaseJobs.add(database.db, install, { batch: crypto.randomUUID() });
  const jobs = await start([install, other]);
  await expect.poll(() => begun).toBe(2);
  await databaseJobs.add(database.db, other, {});
  await done.promise;
  expect(begun).toBe(2);
  waiting.resolve();
  await expect.poll(() => begun).toBe(6);
  await jobs.stop();
});

test('every job that is defined anywhere is one that the product runs', () => {
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: (path) => path.endsWith('.test.ts') });
  const defined = sources.flatMap((file) =>
    [
      ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/= (?:job|forgetJob)\(\{\s*name: '([^']+)'/g),
    ].map(([, name]) => name),
  );
  expect(defined.toSorted()).toEqual(allJobs.map(({ name }) => name).toSorted());
});

test('a connection that breaks when a job ends does not end the process, and the job is done once', async () => {
  const done: number[] = [];
  const breaking = job({
    name: 'test.breaking',
    input: NoInput,
    maxAttempts: 3,
    run: async () => {
      done.push(1);
      // In a process that is waited for, so that this one hears of the broken connections only after the job's end.
      execFileSync(process.execPath, ['--input-type=module', '--eval', BREAK, database.rootUrl]);
    },
  });
  const running = await start([breaking]);
  await asOwner((client) => client.query(`select graphile_worker.add_job('test.breaking', '{}')`));
  await expect.poll(async () => done.length).toBe(1);
  await expect.poll(() => rowsOf(`where t.identifier = 'test.breaking'`)).toEqual([]);
  expect(done).toEqual([1]);
  await running.stop();
});
