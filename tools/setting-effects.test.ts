import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames } from '@skyport/contract/settings-rules';
import type { SettingName } from '@skyport/contract/settings-table';
import { expect, test } from 'vitest';
import { root } from './run.ts';
import { settingEffects } from './setting-effects.ts';
import { stepOf, stepsFile } from './setting-steps.ts';
import type { Proof } from './spec/row.ts';
import { titlesOf } from './spec/sources.ts';

/** A setting stands in its test by name, or by the part that all settings of its sort share. */
const namesSetting = (name: SettingName, source: string): boolean =>
  source.includes(name) || (name.endsWith('_install') && source.includes('_install`'));

const missingIn = (name: SettingName, { file, title }: Proof): string[] => [
  ...(titlesOf(file)?.has(title) ? [] : [`${name}: ${file} has no test “${title}”`]),
  ...(namesSetting(name, readFileSync(join(root, file), 'utf8')) ? [] : [`${name}: ${file} never names it`]),
];

const problemsOf = (name: SettingName, effect: readonly Proof[]): string[] =>
  effect.length === 0 ? [`${name} has no test of its effect`] : effect.flatMap((proof) => missingIn(name, proof));

test('every setting is seen to take effect', () => {
  expect(settingNames.flatMap((name) => problemsOf(name, settingEffects[name]))).toEqual([]);
});

/** What is wrong with the step in which a browser changes a setting. */
const stepProblems = (name: SettingName, title = stepOf(name)): string[] =>
  title === undefined ? [`${name} is changed in no browser`] : missingIn(name, { file: stepsFile, title });

test('every setting is changed in a browser', () => {
  expect(settingNames.flatMap((name) => stepProblems(name))).toEqual([]);
});

test('a setting without a test, a test that is not there, and one about something else are found', () => {
  const [proof] = settingEffects.openChannel;
  expect(problemsOf('openChannel', [])).toHaveLength(1);
  expect(problemsOf('gameSeat', [proof!])).toHaveLength(1);
  expect(missingIn('openChannel', { ...proof!, title: 'nothing of that name' })).toHaveLength(1);
  expect(missingIn('s3_region', proof!)).toHaveLength(1);
  expect(stepProblems('openChannel', 'no such step')).toHaveLength(1);
});
