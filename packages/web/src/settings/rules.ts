import type { ChangedSetting, SettingsChange, SettingsState } from '@skyport/contract/settings';
import { entriesOf, newSettingProblem, tidied } from '@skyport/contract/settings-formats';
import { contradictionsIn, rowOf, settingNames } from '@skyport/contract/settings-rules';
import { type SettingName, type SettingRow, type Settings, settingsTable } from '@skyport/contract/settings-table';
import { texts } from './texts.ts';

/** What somebody changed and has not saved; secrets as they were typed. */
export interface Edits {
  readonly values: Readonly<Partial<Record<SettingName, unknown>>>;
  readonly clear: readonly SettingName[];
}

/** Nothing changed. */
export const NO_EDITS: Edits = { values: {}, clear: [] };

const isSecret = (name: SettingName): boolean => rowOf(name).kind === 'secret';

const isChanged = (name: SettingName, { values, clear }: Edits, state: SettingsState): boolean => {
  if (clear.includes(name)) return state.secrets.includes(name);
  if (!(name in values)) return false;
  const value = tidied(name, values[name]);
  return isSecret(name) ? value !== '' : value !== state[name];
};

/** The settings that differ from what is saved, in the order of the page. */
export const changedNames = (edits: Edits, state: SettingsState): readonly SettingName[] =>
  settingNames.filter((name) => isChanged(name, edits, state));

/** What is wrong with what was changed, by setting; the server asks the same. */
export const problemsOf = (edits: Edits, state: SettingsState): Readonly<Partial<Record<SettingName, string>>> => {
  const changed = changedNames(edits, state);
  const given = changed.filter((name) => name in edits.values && !edits.clear.includes(name));
  const values = Object.fromEntries(given.map((name) => [name, tidied(name, edits.values[name])]));
  const own = given.flatMap((name) => {
    const problem = newSettingProblem(name, values[name]);
    return problem === undefined ? [] : [[name, problem] as const];
  });
  if (own.length > 0) return Object.fromEntries(own);
  const has = (secret: SettingName): boolean =>
    secret in values || (state.secrets.includes(secret) && !edits.clear.includes(secret));
  const wanted = { values: { ...state, ...values } as unknown as Settings, has };
  return Object.fromEntries(contradictionsIn(wanted, changed).map(({ field, message }) => [field, message]));
};

const isHidden = (value: unknown): value is { readonly secret: keyof typeof texts.secrets } =>
  typeof value === 'object' && value !== null && 'secret' in value && String(value.secret) in texts.secrets;

const numbers = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 6 });

const withUnit = (value: number, row: SettingRow): string =>
  row.kind === 'number' && row.unit !== '' ? `${numbers.format(value)} ${row.unit}` : numbers.format(value);

/** A number with its unit, and what it means where nothing would tell that nothing is charged any more. */
const numberText = (name: string, value: number): string => {
  const row = knownRow(name);
  const text = row ? withUnit(value, row) : String(value);
  return value === 0 && name in texts.free ? `${text}（${texts.free[name as keyof typeof texts.free]}）` : text;
};

const textOf = (text: string, row: SettingRow | undefined): string => {
  if (row && 'choices' in row && row.choices) return row.choices[text] ?? text;
  return text === '' ? texts.empty : text;
};

const knownRow = (name: string): SettingRow | undefined =>
  Object.hasOwn(settingsTable, name) ? rowOf(name as SettingName) : undefined;

/** What a person calls a value that holds ids; undefined for one that says it itself. */
export type ValueNames = (name: string, text: string) => string | undefined;

/** A setting's value as a person reads it; a secret only says whether there is one. */
export const valueText = (name: string, value: unknown, named?: ValueNames): string => {
  const row = knownRow(name);
  const called = typeof value === 'string' && value !== '' ? named?.(name, value) : undefined;
  if (called !== undefined) return called;
  if (isHidden(value)) return texts.secrets[value.secret];
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  if (typeof value === 'number') return numberText(name, value);
  return textOf(typeof value === 'string' ? value : '', row);
};

/** Ids of accounts in a setting's value. */
export const accountsIn = (name: string, value: unknown): readonly string[] => {
  const row = knownRow(name);
  const isOfAccounts = row && 'format' in row && (row.format === 'account' || row.format === 'accounts');
  return isOfAccounts && typeof value === 'string' ? entriesOf(value) : [];
};

/** Whether a setting chooses a payment instance. */
export const choosesChannel = (name: string): boolean => {
  const row = knownRow(name);
  return row !== undefined && 'serves' in row;
};

/** What a setting is called; its own name where there is none any more. */
export const labelOf = (name: string): string => knownRow(name)?.label ?? name;

/** The changes that are not saved yet, as the history shows saved ones. */
export const changesOf = (edits: Edits, state: SettingsState): readonly ChangedSetting[] =>
  changedNames(edits, state).map((name) => {
    if (!isSecret(name)) return { name, before: state[name], after: tidied(name, edits.values[name]) };
    const before = { secret: state.secrets.includes(name) ? 'set' : 'none' };
    if (edits.clear.includes(name)) return { name, before, after: { secret: 'none' } };
    return { name, before, after: { secret: before.secret === 'set' ? 'changed' : 'set' } };
  });

/** What the server is sent of the changes. */
export const inputOf = (edits: Edits, state: SettingsState) => {
  const names = changedNames(edits, state);
  const given = names.filter((name) => !edits.clear.includes(name));
  return {
    values: Object.fromEntries(given.map((name) => [name, tidied(name, edits.values[name])])) as Partial<Settings>,
    clear: names.filter((name) => edits.clear.includes(name)),
  };
};

/** What a saved change can be taken back to: settings that are something else now. Nobody knows secrets of the past. */
export const undoOf = ({ changes }: SettingsChange, state: SettingsState): Partial<Settings> =>
  Object.fromEntries(
    changes
      .filter(({ name }) => Object.hasOwn(settingsTable, name) && !isSecret(name as SettingName))
      .filter(({ name, before }) => before !== null && before !== state[name as SettingName])
      .map(({ name, before }) => [name, before]),
  ) as Partial<Settings>;

/** Whether a saved change was one of secrets alone. */
export const hasOnlySecrets = ({ changes }: SettingsChange): boolean =>
  changes.every(({ name }) => Object.hasOwn(settingsTable, name) && isSecret(name as SettingName));

const boundsOf = (row: SettingRow): readonly string[] => {
  if (row.kind !== 'number') return [];
  const range = texts.range(numbers.format(row.min), numbers.format(row.max));
  return [row.whole ? `${range}，${texts.whole}` : range];
};

const initialOf = (name: SettingName, row: SettingRow): readonly string[] =>
  row.kind === 'secret' || row.default === '' ? [] : [texts.initial(valueText(name, row.default))];

/** What stands below a setting: what it does, what it may be, what it is at first. */
export const helpOf = (name: SettingName): string => {
  const row = rowOf(name);
  return [...(row.help === undefined ? [] : [row.help]), ...boundsOf(row), ...initialOf(name, row)].join('；');
};

/** Whether a setting is among what somebody looks for: by its label, its name or its help. */
export const isFound = (name: SettingName, search: string): boolean => {
  const known = [name, rowOf(name).label, rowOf(name).help ?? ''].join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word));
};
