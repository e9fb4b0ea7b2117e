import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TEARDOWN_MS } from '../../../testkit/patience.ts';
import { quietPort } from './testing/quiet-port.ts';

const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-main-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Runs the agent until it ends; an agent that hangs is killed, and then has no exit code. */
const runAgent = (args: readonly string[]): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    const commandLine = [join(import.meta.dirname, 'main.ts'), ...args];
    execFile(process.execPath, commandLine, { timeout: TEARDOWN_MS, killSignal: 'SIGKILL' }, (fault, out, err) =>
      resolve({ code: fault ? fault.code : 0, output: out + err }),
    );
  });

test('a wrong engine path ends the agent before the code is used, and leaves the directory free', async () => {
  const folder = tempFolder();
  const [codeFile, notFolder] = [join(folder, 'code'), join(folder, 'file')];
  writeFileSync(codeFile, 'AB23-CD45-EF67-GH89-JK23');
  writeFileSync(notFolder, '');
  const port = String(await quietPort());
  const enrol = (engine: string) =>
    runAgent(['enrol', '--code-file', codeFile, '--data', join(folder, 'data'), '--port', port, '--engine', engine]);
  // The last one starts, and is another program.
  for (const engine of [join(notFolder, 'xray'), folder, process.execPath]) {
    const { code, output } = await enrol(engine);
    expect(code).toBe(1);
    expect(output).toContain(`--engine ${engine}: `);
    expect(output).not.toContain('waiting for the panel');
  }
  expect(existsSync(codeFile)).toBe(true);
});

test.each(['nonsense', 'AB23-CD45-EF67-GH89', 'AB23-CD45-EF67-GH89-JK23 AB23'])(
  'what cannot be a code ends the agent at once: %s',
  async (typed) => {
    const data = join(tempFolder(), 'data');
    const { code, output } = await runAgent(['enrol', typed, '--data', data, '--port', '888', '--engine', 'xray']);
    expect(code).toBe(1);
    expect(output).toMatch(/^This is no code of a panel/);
    expect(output).not.toContain(typed);
    expect(existsSync(data)).toBe(false);
  },
);
