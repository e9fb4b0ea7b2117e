import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineBinary, engineNames } from '../../../tools/engines.ts';
import { renderPlaceholder, renderTemplate } from './render.ts';
import { context, filled, lines } from './testing/samples.ts';

const execFileAsync = promisify(execFile);
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skyport-lists-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the engine says against a document; empty when it takes it. */
const refusal = async (path: string, args: readonly string[], name: string, text: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, text);
  return execFileAsync(path, [...args, '-c', file]).then(
    () => '',
    (fault: { stdout?: string; stderr?: string }) => `${fault.stdout ?? ''}${fault.stderr ?? ''}`,
  );
};

const PIN = '0a'.repeat(32);
const pinned = lines.map((line) => (line.protocol === 'h2' ? { ...line, pin: PIN.toUpperCase() } : line));

test.each([
  ['everywhere', { inXinjiang: false, inForeign: false, useEnglish: false }],
  ['abroad, without encrypted name servers', { inXinjiang: true, inForeign: true, useEnglish: true }],
] as const)('Xray takes the configuration of each line, %s', async (_where, switches) => {
  const engine = await engineBinary('xray');
  const ctx = context({ switches });
  const texts = [filled(renderTemplate('xray', pinned, ctx)), filled(renderPlaceholder('xray', 'expired', ctx))];
  const configs = texts.flatMap((text) => JSON.parse(text) as object[]);
  expect(configs).toHaveLength(lines.length + 1);
  for (const config of configs) {
    expect(await refusal(engine, ['run', '-test'], 'xray.json', JSON.stringify(config))).toBe('');
  }
});

test('sing-box of every generation takes the outbounds for Hiddify', async () => {
  const cores = engineNames.filter((name) => name.startsWith('sing-box'));
  expect(cores.length).toBeGreaterThanOrEqual(4);
  for (const core of cores) {
    for (const text of [
      filled(renderTemplate('hiddify', pinned, context())),
      filled(renderPlaceholder('hiddify', 'expired', context())),
    ]) {
      expect(await refusal(await engineBinary(core), ['check'], 'hiddify.json', text), core).toBe('');
    }
  }
});
