import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isAlive } from '@skyport/db/local-process';
import { expect, onTestFinished, test } from 'vitest';
import { CHROMIUM_PATH } from './prepare.ts';
import { root } from './run.ts';

/** Runs a program of this checkout to its end. */
const outcomeOf = async (args: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [...args], { cwd: root, env: { ...process.env, ...env } });
  const closed = once(child, 'close');
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number];
  return { code, said: (out + errors).trim() };
};

test.each([
  ['bench/main.ts', ['subscription', 'accounting', 'pages']],
  ['prove/main.ts', ['accounting-sim', 'two-starts', 'hostile-input']],
  ['tools/screens.ts', ['login', 'dashboard']],
])('%s answers an unknown name with the names that there are', async (file, names) => {
  const { code, said } = await outcomeOf([file, 'no-such-name']);
  expect([code, said.split('\n')[0]]).toEqual([2, 'There is no no-such-name.']);
  for (const name of names) expect(said).toContain(name);
});

test.each([['bench/main.ts', 'pages'], ['tools/screens.ts']])(
  'without a Chromium that it can have, %s says so in one sentence and starts nothing',
  async (...args) => {
    const { code, said } = await outcomeOf(args, { [CHROMIUM_PATH]: '/nowhere/chromium' });
    expect([code, said]).toEqual([1, 'CHROMIUM_PATH names /nowhere/chromium, where there is no program.']);
  },
);

test('an option that no command knows is named without a stack', async () => {
  const { code, said } = await outcomeOf(['bench/main.ts', '--qiuck']);
  expect(code).toBe(1);
  expect(said).toMatch(/^Unknown option '--qiuck'/);
  expect(said).not.toContain('    at ');
});

/** A command like the demo: it starts a program, says that program's id, and runs until it is ended. */
const COMMAND = `
  import { runCommand } from '${root}/tools/command.ts';
  import { startProgram } from '${root}/testkit/program.ts';
  const folder = import.meta.dirname;
  await runCommand(async (stops) => {
    const program = startProgram(folder + '/program.ts', [folder + '/stopped'], {});
    await program.says(/ready/);
    stops.add(() => program.stop());
    process.stdout.write(program.pid + '\\n');
    return new Promise(() => undefined);
  });
`;
/** A program like the panel: it stops in order when it is told to. */
const PROGRAM = `
  import { writeFileSync } from 'node:fs';
  process.on('SIGTERM', () => {
    writeFileSync(process.argv[2] ?? '', 'in order');
    process.exit(0);
  });
  setInterval(() => undefined, 1000);
  process.stdout.write('ready\\n');
`;

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGKILL', null],
] as const)('what a command has started is stopped in order when it gets %s', async (signal, exitCode) => {
  const folder = mkdtempSync(join(tmpdir(), 'skyport-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'command.ts'), COMMAND);
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  const command = spawn(process.execPath, [join(folder, 'command.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(command.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  expect(isAlive(pid)).toBe(true);
  command.kill(signal);
  const [code] = (await once(command, 'exit')) as [number | null];
  expect(code).toBe(exitCode);
  await expect.poll(() => isAlive(pid)).toBe(false);
  const stopped = join(folder, 'stopped');
  expect(existsSync(stopped) && readFileSync(stopped, 'utf8')).toBe('in order');
});
