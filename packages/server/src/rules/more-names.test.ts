import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moreMainland } from '@skyport/documents';
import { expect, onTestFinished, test, vi } from 'vitest';
import { moreNamesFrom } from './more-names.ts';

const place = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'names-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'cn.txt');
};

type Say = (facts: object, text: string) => void;
const quiet = () => ({ info: vi.fn<Say>(), warn: vi.fn<Say>() });

// Root may read every file, so neither of the two depends on who runs the tests.
test.each([
  ['looked at', 'ELOOP', (file: string) => file],
  ['read', 'EIO', () => '/proc/self/mem'],
])('a file that cannot be %s (%s) leaves our own names, which the log says once, until it can', async (_, code, to) => {
  const [file, log] = [await place(), quiet()];
  await symlink(to(file), file);
  const names = moreNamesFrom(file, log);
  expect((await names()).names).toBe(moreMainland);
  expect((await names()).names).toBe(moreMainland);
  expect(log.warn.mock.calls).toEqual([[{ file, reason: expect.stringContaining(code) }, expect.any(String)]]);
  await rm(file);
  await writeFile(file, 'one.example\n');
  expect((await names()).names).toEqual(['one.example']);
});
