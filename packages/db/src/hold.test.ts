import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readHolder, takeHold } from './hold.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'skyport-hold-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('one has it, everyone can read who, and the next has it after that', () => {
  const path = join(dir, 'lock');
  const first = takeHold(path, { address: 'http://127.0.0.1:3000' });
  expect(first).toBeDefined();
  expect(takeHold(path)).toBeUndefined();
  expect(readHolder(path)).toMatchObject({ pid: process.pid, address: 'http://127.0.0.1:3000' });
  first?.release();
  expect(readHolder(path)).toBeUndefined();
  const second = takeHold(path);
  first?.release();
  expect(readHolder(path)).toMatchObject({ pid: process.pid });
  second?.release();
});

test('who is killed holds nothing any more, whatever the note says', async () => {
  const path = join(dir, 'lock');
  const script = `import { takeHold } from ${JSON.stringify(join(import.meta.dirname, 'hold.ts'))};
    takeHold(${JSON.stringify(path)}); process.stdout.write('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(takeHold(path)).toBeUndefined();
  expect(readHolder(path)).toMatchObject({ pid: child.pid });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readHolder(path)).toBeUndefined();
  takeHold(path)?.release();
});
