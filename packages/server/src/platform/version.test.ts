import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { versionIn, versionText } from './version.ts';

const makeProgram = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'skyport-version-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'package.json'), '{"version":"1.2.3"}');
  return dir;
};

test('an image or an installed release says the commit of its file', () => {
  const dir = makeProgram();
  writeFileSync(join(dir, 'commit'), '0123456789abcdef0123456789abcdef01234567\n');
  expect(versionIn(dir)).toEqual({ version: '1.2.3', commit: '01234567' });
  expect(versionText(versionIn(dir))).toBe('1.2.3+01234567');
});

test('a checkout says the commit that git knows', () => {
  const dir = makeProgram();
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd: dir }).toString();
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  expect(git('rev-parse', 'HEAD')).toMatch(new RegExp(`^${versionIn(dir).commit}`));
  expect(versionIn(dir).commit).not.toBe('');
});

test('without both there is a version and no commit', () => {
  const dir = makeProgram();
  writeFileSync(join(dir, 'commit'), '');
  expect(versionText(versionIn(dir))).toBe('1.2.3');
});
