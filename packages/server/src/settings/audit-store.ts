import { hidden, type AuditFields, type AuditReader } from '../platform/audit-rules.ts';
import { isSecret, settingsFrom } from './rules.ts';
import { listSettings } from './store.ts';

/** The settings, as the audit names them. */
export const SETTINGS = 'settings';

/** The settings in force for the audit, each a field; of a secret only whether it is set, and whether it changed. */
export const settingsFields: AuditReader = async (trx) => {
  const stored = await listSettings(trx);
  const written = new Map(stored.map(({ key, value }) => [key, value]));
  const secretOf = (value: unknown) => hidden(typeof value === 'string' && value !== '' ? value : null);
  const fields: AuditFields = Object.fromEntries(
    Object.entries(settingsFrom(stored, () => '')).map(([name, value]) => {
      const key = name as keyof ReturnType<typeof settingsFrom>;
      return [name, isSecret(key) ? secretOf(written.get(key)) : value];
    }),
  );
  return new Map([[SETTINGS, fields]]);
};
