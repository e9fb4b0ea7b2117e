import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { GroupMember, RuleGroup, RuleSet } from '@skyport/contract/rules';
import { checkRules } from '@skyport/contract/rules-check';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineBinary, type EngineName } from '../../../../tools/engines.ts';
import { renderTemplate } from '../render.ts';
import { anyRules } from '../testing/any-rules.ts';
import { MIHOMOS } from '../testing/engine-checks.ts';
import { context, filled, lines } from '../testing/samples.ts';
import { defaultRules } from './default.ts';

const execFileAsync = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rules-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const everything: GroupMember = { lines: 'all' };
const group = (id: string, zh: string, members: GroupMember[], type: RuleGroup['type'] = 'select'): RuleGroup => ({
  id,
  zh,
  en: `The ${id}`,
  type,
  members,
});
const empty = { suffixes: [], domains: [], keywords: [], networks: [] };

/** Rules as operators write them: small ones, odd names, groups that are empty or refuse. */
const edited: Record<string, RuleSet> = {
  'the default': defaultRules,
  'one group for everything': {
    main: 'only',
    final: 'only',
    groups: [group('only', '🚀 出口', [everything])],
    lists: [],
  },
  'odd names, every kind of entry, a group without lines and one that refuses': {
    main: 'main',
    final: 'main',
    groups: [
      group('main', 'It’s 100% & ok: (主)', [{ group: 'moon' }, { group: 'quick' }, everything, { builtin: 'direct' }]),
      group('moon', 'null', [{ countries: ['ZZ'] }]),
      group('quick', '1e3', [{ notCountries: ['CN'] }], 'url-test'),
      group('refuse', '- 拦截', [{ group: 'moon' }, { builtin: 'reject' }, { builtin: 'direct' }]),
    ],
    lists: [
      { ...empty, id: 'ads', zh: '广告', target: 'refuse', suffixes: ['ads.example'], networks: ['192.0.2.0/24'] },
      { ...empty, id: 'own', zh: '自用', target: 'moon', domains: ['www.a.example'], keywords: ['intranet', '91'] },
      { ...empty, id: 'cn', zh: '国内', target: 'direct', suffixes: ['cn', 'xn--fiqs8s'], networks: ['2001:db8::/32'] },
      { ...empty, id: 'void', zh: '空', target: 'reject' },
    ],
  },
};
const random = fc.sample(anyRules, { numRuns: 200, seed: 7 }).filter((rules) => checkRules(rules).length === 0);
for (const [i, rules] of random.slice(0, 12).entries()) edited[`random rules ${i + 1}`] = rules;

const abroad = { inXinjiang: false, inForeign: true, useEnglish: true };

const accepts = async (engine: EngineName, args: (file: string) => string[], file: string, text: string) => {
  const path = join(folder, file);
  await writeFile(path, text);
  return execFileAsync(await engineBinary(engine), args(path)).then(
    () => 'accepted',
    (fault: { stdout?: string; stderr?: string }) => `${fault.stdout ?? ''}${fault.stderr ?? ''}`,
  );
};

const SINGBOX = [
  ['sing-box', 'sing-box 1.14.1'],
  ['sing-box-1.13', 'sing-box 1.13.0'],
  ['sing-box-1.11', 'sing-box 1.11.4'],
  ['sing-box-1.8', 'sing-box 1.8.0'],
] as const;

test.each(Object.entries(edited))('%s: the real clients load documents with these rules', async (_name, rules) => {
  expect(checkRules(rules)).toEqual([]);
  for (const switches of [undefined, abroad]) {
    const more = { rules, consoleHosts: ['www.example.org', '203.0.113.99'], ...(switches && { switches }) };
    const clash = filled(renderTemplate('flclash', lines, context(more)));
    for (const engine of MIHOMOS) {
      const args = (file: string): string[] => ['-t', '-d', folder, '-f', file];
      expect(await accepts(engine, args, 'config.yaml', clash), engine).toBe('accepted');
    }
    for (const [engine, userAgent] of SINGBOX) {
      const text = filled(renderTemplate('singbox', lines, context({ ...more, userAgent })));
      expect(await accepts(engine, (file) => ['check', '-c', file], `${engine}.json`, text), engine).toBe('accepted');
    }
  }
});
