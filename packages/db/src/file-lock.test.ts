import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLockHolder, acquireFileLock } from './file-lock.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'skyport-hold-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('one has it, everyone can read who, and the next has it after that', () => {
  const path = join(dir, 'lock');
  const first = acquireFileLock(path, { address: 'http://127.0.0.1:3000' });
  expect(first).toBeDefined();
  expect(acquireFileLock(path)).toBeUndefined();
  expect(readLockHolder(path)).toMatchObject({ pid: process.pid, address: 'http://127.0.0.1:3000' });
  first?.release();
  expect(readLockHolder(path)).toBeUndefined();
  const second = acquireFileLock(path);
  first?.release();
  expect(readLockHolder(path)).toMatchObject({ pid: process.pid });
  second?.release();
});

test('who is killed holds nothing any more, whatever the note says', async () => {
  const path = join(dir, 'lock');
  const script = `import { acquireFileLock } from ${JSON.stringify(join(import.meta.dirname, 'file-lock.ts'))};
    acquireFileLock(${JSON.stringify(path)}); process.stdout.write('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(acquireFileLock(path)).toBeUndefined();
  expect(readLockHolder(path)).toMatchObject({ pid: child.pid });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readLockHolder(path)).toBeUndefined();
  acquireFileLock(path)?.release();
});
