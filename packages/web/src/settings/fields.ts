import { SettingsForm } from '@skyport/contract/settings';
import { rowOf, settingNames } from '@skyport/contract/settings-rules';
import type { Section, SettingName, SettingRow } from '@skyport/contract/settings-table';
import type { z } from 'zod';
import { findAccounts } from '../list-page/find-accounts.ts';
import { type Field, type FieldSpec, fieldsOf } from '../ui/schema-form/field-spec.ts';
import { helpOf } from './rules.ts';
import { sectionTexts, texts } from './texts.ts';

type Form = z.input<typeof SettingsForm>;

const zones = (): readonly { value: string; label: string }[] =>
  Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }));

const findOperator = findAccounts({ type: 'admin' }, texts.goneOperator);
const findStaff = findAccounts({}, texts.someone);

const choosing = (name: SettingName): object => {
  const row = rowOf(name);
  if ('format' in row && row.format === 'account') return { as: 'search', find: findOperator, none: texts.allAdmins };
  if ('format' in row && row.format === 'accounts') return { as: 'found', find: findStaff };
  if (name === 'timezone') return { as: 'search', choices: zones() };
  if ('serves' in row) return { as: 'select', choices: [] };
  if (!('choices' in row) || !row.choices) return {};
  return { as: 'select', choices: Object.entries(row.choices).map(([value, label]) => ({ value, label })) };
};

/** Rates and scales move in hundredths. */
const boundsOf = (row: SettingRow): object =>
  row.kind === 'number' ? { min: row.min, max: row.max, step: row.whole ? 1 : 0.01 } : {};

const specOf = (name: SettingName): FieldSpec<Form> => {
  const row = rowOf(name);
  return {
    name,
    help: helpOf(name),
    required: () => 'needed' in row && row.needed === true,
    ...boundsOf(row),
    ...choosing(name),
  } as FieldSpec<Form>;
};

/** A setting with the input that it has. */
export type SettingField = Field & { readonly name: SettingName };

const fields = fieldsOf(SettingsForm, settingNames.map(specOf)) as readonly SettingField[];

/** The sections of the page with their settings, in the order of the table's first settings. */
export const sections: readonly { readonly name: Section; readonly fields: readonly SettingField[] }[] = (
  Object.keys(sectionTexts) as Section[]
).map((name) => ({ name, fields: fields.filter((field) => rowOf(field.name).section === name) }));
