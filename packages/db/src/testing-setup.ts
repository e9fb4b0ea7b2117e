import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readPidFile } from './local-cluster.ts';
import { isAlive } from './local-process.ts';
import { startLocalPostgres } from './local.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser's address of the server that all test files of a run share. */
    testServer: string;
  }
}

const PREFIX = 'skyport-test-';

/** Starts the server that the database tests of one run share, without fsync: its data die with the run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  await sweep();
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX));
  // The server runs as another account when we are root, and has to pass through.
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, 'owner'), String(process.pid));
  const server = await startLocalPostgres({
    dataDir,
    log: () => undefined,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      max_connections: '200',
      shared_buffers: '128MB',
    },
  });
  project.provide('testServer', server.rootUrl);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
};

/** Ends what runs that were killed have left behind. */
const sweep = async (): Promise<void> => {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const dir = join(tmpdir(), name);
    const owner = join(dir, 'owner');
    if (!existsSync(owner) || isAlive(Number(readFileSync(owner, 'utf8')))) continue;
    const left = readPidFile(join(dir, 'pg/data'));
    if (left && isAlive(left.pid)) process.kill(left.pid, 'SIGQUIT');
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
};
