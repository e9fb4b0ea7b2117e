import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { quietPort } from '@skyport/agent/testing/quiet-port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import { processesIn } from '../testkit/processes.ts';
import { startProgram, type Program } from '../testkit/program.ts';
import { until } from '../testkit/until.ts';

/** What an operator meets who starts the panel twice: real programs, one folder, the bundled database. */
const WITHOUT = { DATABASE_URL: '', DATABASE_OWNER_URL: '', PUBLIC_URL: '', LOG_LEVEL: 'info' };

let folder = '';
const programs: Program[] = [];
beforeAll(() => {
  folder = makeFolder('starts');
});
afterAll(async () => {
  for (const program of programs) await program.kill();
  removeFolder(folder);
});

const begin = (file: string, port: number, args: readonly string[] = []): Program => {
  const env = { ...WITHOUT, DATA_DIR: folder, PORT: String(port) };
  const program = startProgram(`packages/server/src/${file}`, args, env);
  programs.push(program);
  return program;
};
const nothingIsLeft = () => until('everything of the folder to end', () => processesIn(folder).length === 0);
const isReady = async (port: number): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;

test('a busy port ends the start with a sentence, before anything was begun', async () => {
  const port = await quietPort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const panel = begin('main.ts', port);
  expect(await panel.over).toBe(1);
  expect(panel.lines).toEqual([expect.stringContaining(`port ${port} of 127.0.0.1 is in use by another program`)]);
  expect(existsSync(join(folder, 'pg/data'))).toBe(false);
  await new Promise((resolve) => other.close(resolve));
});

test('a second start names the first and harms nothing; what is printed is the address that is served', async () => {
  const port = await quietPort();
  const first = begin('main.ts', port);
  const [link] = await first.says(/http\S+\/#\/setup\?code=\S+/);
  expect(link).toContain(`http://127.0.0.1:${port}/`);
  expect(first.lines.filter(Boolean).at(-1)).toBe(link);

  for (const at of [port, await quietPort()]) {
    const second = begin('main.ts', at);
    expect(await second.over).toBe(1);
    expect(second.lines.join('\n')).toMatch(
      new RegExp(
        `^Skyport could not start: .* ${folder} is in use by process ${first.pid}, since .*, which serves http://127.0.0.1:${port}\\.$`,
      ),
    );
  }
  const admin = begin('admin.ts', await quietPort(), ['boss@example.com']);
  expect(await admin.over).toBe(0);
  expect(admin.lines.join('\n')).toContain(`http://127.0.0.1:${port}/#/setup?code=`);
  expect(await isReady(port)).toBe(true);

  first.signal('SIGINT');
  first.signal('SIGINT');
  expect(await first.over).toBe(0);
  await nothingIsLeft();
});

test('a killed panel takes its database with it, and the next start serves the same data', async () => {
  const port = await quietPort();
  const first = begin('main.ts', port);
  await first.says(/Skyport is ready/);
  await first.kill();
  const second = begin('main.ts', port);
  await second.says(/Skyport is ready/);
  await second.stop();
  await nothingIsLeft();
  const admin = begin('admin.ts', port, ['boss@example.com']);
  expect(await admin.over).toBe(0);
  expect(admin.lines.join('\n')).toContain('No panel runs on');
  await nothingIsLeft();
});
