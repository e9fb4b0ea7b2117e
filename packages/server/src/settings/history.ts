import type { SettingsChange } from '@skyport/contract/settings';
import type { Db } from '@skyport/db';
import { z } from 'zod';
import { countEntries, listEntries, type ListedEntry } from '../audit/index.ts';

const Noted = z.object({ version: z.number().int().optional(), undoes: z.number().int().optional() });

/** An entry of the audit as a change of the settings; secrets in it are only ever "none", "set" or "changed". */
const presentChange = ({ id, at, email, before, after, detail }: ListedEntry): SettingsChange => {
  const noted = Noted.safeParse(detail).data;
  const names = Object.keys({ ...before, ...after });
  return {
    _id: id,
    version: noted?.version ?? null,
    undoes: noted?.undoes ?? null,
    time: at.toISOString(),
    by: email ?? '',
    changes: names.map((name) => ({ name, before: before?.[name] ?? null, after: after?.[name] ?? null })),
  };
};

/** Saved changes of the settings, newest first: the audit's entries of that kind. */
export const readHistory = async (
  db: Db,
  page: { readonly limit: number; readonly skip: number },
): Promise<{ changes: SettingsChange[]; total: number }> => {
  const filter = { kind: 'settings', text: '', pattern: '', object: undefined, changedOnly: true, ...page };
  const [entries, total] = await Promise.all([listEntries(db, filter), countEntries(db, filter)]);
  return { changes: entries.map(presentChange), total };
};
