import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowOf, settingNames } from '@skyport/contract/settings-rules';
import type { SettingName } from '@skyport/contract/settings-table';
import { expect, test } from 'vitest';
import { root } from './run.ts';
import { settingEffects, type SettingEffect } from './setting-effects.ts';
import type { Proof } from './spec/row.ts';
import { titlesOf } from './spec/sources.ts';

const isOwed = (effect: SettingEffect): effect is Extract<SettingEffect, { owed: string }> => 'owed' in effect;

/** A setting stands in its test by name, or by the part that all settings of its sort share. */
const namesSetting = (name: SettingName, source: string): boolean =>
  source.includes(name) || (name.endsWith('_install') && source.includes('_install`'));

const missingIn = (name: SettingName, { file, title }: Proof): string[] => [
  ...(titlesOf(file)?.has(title) ? [] : [`${name}: ${file} has no test “${title}”`]),
  ...(namesSetting(name, readFileSync(join(root, file), 'utf8')) ? [] : [`${name}: ${file} never names it`]),
];

const problemsOf = (name: SettingName, effect: SettingEffect): string[] => {
  const { owed } = rowOf(name);
  if (isOwed(effect))
    return owed === effect.owed ? [] : [`${name} is owed to ${effect.owed}, and its row does not say so`];
  if (owed !== undefined) return [`${name} has an effect, and its row says that it waits for ${owed}`];
  return effect.length === 0
    ? [`${name} has no test of its effect`]
    : effect.flatMap((proof) => missingIn(name, proof));
};

test('every setting is seen to take effect, or says on the page which feature it waits for', () => {
  expect(settingNames.flatMap((name) => problemsOf(name, settingEffects[name]))).toEqual([]);
});

test('a setting with neither, a test that is not there, and one about something else are found', () => {
  const [proof] = settingEffects.openChannel as readonly Proof[];
  expect(problemsOf('openChannel', [])).toHaveLength(1);
  expect(problemsOf('openChannel', { owed: 'prizes' })).toHaveLength(1);
  expect(problemsOf('gameSeat', [proof!])).toHaveLength(1);
  expect(missingIn('openChannel', { ...proof!, title: 'nothing of that name' })).toHaveLength(1);
  expect(missingIn('s3_region', proof!)).toHaveLength(1);
});
