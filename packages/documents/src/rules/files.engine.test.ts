import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineBinary } from '../../../../tools/engines.ts';
import { defaultRules } from './default.ts';
import { ruleListFile } from './files.ts';

const execFileAsync = promisify(execFile);
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rule-files-'));
});
afterAll(async () => rm(folder, { recursive: true }));

test.each(['sing-box-1.8', 'sing-box'] as const)('%s compiles every list of ours, also an empty one', async (core) => {
  const binary = await engineBinary(core);
  const empty = { id: 'empty', zh: '空', target: 'direct', suffixes: [], domains: [], keywords: [], networks: [] };
  for (const list of [...defaultRules.lists, empty]) {
    const source = join(folder, `${list.id}.json`);
    await writeFile(source, ruleListFile(list, 'json').body);
    await execFileAsync(binary, ['rule-set', 'compile', source, '-o', join(folder, 'compiled.srs')]);
  }
});

test('sing-box finds in a list what is below a suffix and nothing that only ends alike', async () => {
  const binary = await engineBinary('sing-box');
  const ai = defaultRules.lists.find(({ id }) => id === 'ai');
  if (!ai) throw new Error('no list of assistants');
  const source = join(folder, 'match.json');
  await writeFile(source, ruleListFile(ai, 'json').body);
  const matches = async (host: string): Promise<boolean> => {
    const { stdout, stderr } = await execFileAsync(binary, ['rule-set', 'match', source, host]);
    return /match/.test(stdout + stderr);
  };
  expect(await Promise.all(['openai.com', 'api.openai.com', 'notopenai.com'].map(matches))).toEqual([
    true,
    true,
    false,
  ]);
});
