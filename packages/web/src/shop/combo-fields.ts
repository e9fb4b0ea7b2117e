import type { Permission } from '@skyport/contract/permissions';
import type { FieldSpec } from '../ui/schema-form/field-spec.ts';
import { inGigabytes } from '../ui/schema-form/in-gigabytes.ts';
import type { ComboValues } from './combo-rules.ts';
import { comboTexts as texts } from './combo-texts.ts';

const givesPermissions = ({ permissionsGain = [] }: ComboValues): boolean => permissionsGain.length > 0;

/** The fields of the product form. */
export const comboFields = (permissions: readonly Permission[]): readonly FieldSpec<ComboValues>[] => [
  { name: 'name' },
  { name: 'price' },
  { name: 'traffic', ...inGigabytes },
  { name: 'vipDuration' },
  { name: 'additionPersend' },
  { name: 'orderID' },
  {
    name: 'permissionsGain',
    as: 'several',
    choices: permissions.map(({ _id, name }) => ({ value: _id, label: name })),
    wide: true,
  },
  { name: 'permissionDuration', when: givesPermissions, required: () => true },
  {
    name: 'permissionsDesc',
    note: (values) => givesPermissions(values) && values.permissionsDesc === '' && texts.unnamedGain,
    wide: true,
  },
  { name: 'deviceNum' },
  { name: 'speed' },
];
