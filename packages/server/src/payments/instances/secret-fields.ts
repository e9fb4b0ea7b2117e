import { payFieldNames, type PayFieldName } from '@skyport/contract/pay-kind';
import { fieldsOfKind, payKindOf } from '@skyport/contract/pay-kinds';
import type { Secrets } from '../../platform/secrets.ts';
import type { DecryptedInstance } from '../kinds/kind.ts';
import type { InstanceRow } from './instance-store.ts';

/** Where a secret belongs: it does not decrypt in another instance or field. */
const placeOf = (name: string, field: string): string => `pay_instances.secrets:${name}:${field}`;

/** A secret as it is stored. */
export const encryptField = (
  secrets: Pick<Secrets, 'encrypt'>,
  { name, field, value }: { readonly name: string; readonly field: PayFieldName; readonly value: string },
): string => secrets.encrypt(value, placeOf(name, field)).toString('base64');

/** An empty text where a secret cannot be read, which is as good as none. */
const decryptField = (
  secrets: Pick<Secrets, 'decrypt'>,
  { name, secrets: stored }: Pick<InstanceRow, 'name' | 'secrets'>,
  field: string,
): string => {
  const text = stored[field] ?? '';
  if (text === '') return '';
  try {
    return secrets.decrypt(Buffer.from(text, 'base64'), placeOf(name, field));
  } catch {
    return '';
  }
};

/** An instance with its secrets, to make a provider of. */
export const decryptInstance = (
  row: Pick<InstanceRow, 'name' | 'kind' | 'label' | 'subject' | 'config' | 'secrets'>,
  secrets: Pick<Secrets, 'decrypt'>,
): DecryptedInstance => {
  const fields = Object.fromEntries(fieldsOfKind(payKindOf(row.kind) ?? { label: '', modes: [], fields: {} }));
  const values = payFieldNames.map((name) => {
    if (!fields[name]) return [name, ''];
    return [name, fields[name].secret ? decryptField(secrets, row, name) : (row.config[name] ?? '')];
  });
  return { name: row.name, label: row.label, subject: row.subject, values: Object.fromEntries(values) };
};
