import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const COMMAND = join(import.meta.dirname, 'backup-command.ts');

test('a key file that exists already is refused before anything is written', () => {
  const dir = mkdtempSync(join(tmpdir(), 'skyport-command-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const [backup, key] = [join(dir, 'safe', 'one.tar'), join(dir, 'secret.key')];
  writeFileSync(key, `${'k'.repeat(44)}\n`);
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, backup, '--key-file', key], {
    env: { DATA_DIR: dir },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, `${key} exists already; name another file.\n`]);
  expect(existsSync(join(dir, 'safe'))).toBe(false);
});
