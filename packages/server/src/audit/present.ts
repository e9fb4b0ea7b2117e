import type { AuditRow } from '@skyport/contract/audit';
import { rowOf, settingNames } from '@skyport/contract/settings-rules';
import type { Deps } from '../platform/deps.ts';
import { namesOfObjects } from './object-name-store.ts';
import type { ListedEntry } from './store.ts';

/** Fields that hold the name of a payment instance: a column, and the settings that choose one. */
const INSTANCE_FIELDS = ['instance', ...settingNames.filter((name) => 'serves' in rowOf(name))];

const titlesOf = (
  { before, after }: ListedEntry,
  { known }: Pick<Deps['payments'], 'known'>,
): Record<string, string> => {
  const names = [before, after].flatMap((fields) => INSTANCE_FIELDS.map((field) => fields?.[field]));
  return Object.fromEntries(
    names.flatMap((name) => {
      const title = typeof name === 'string' ? known(name)?.label : undefined;
      return title === undefined ? [] : [[name, title]];
    }),
  );
};

/** Entries as staff see them. */
export const presentEntries = async (
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  entries: readonly ListedEntry[],
): Promise<AuditRow[]> => {
  const names = await namesOfObjects(
    db,
    entries.map(({ object }) => object),
  );
  return entries.map((entry) => ({
    _id: entry.id,
    time: entry.at.toISOString(),
    actor: entry.email ?? '',
    actor_id: entry.actor ?? '',
    address: entry.address,
    call: entry.call,
    kind: entry.kind,
    object: entry.object,
    object_name: names.get(entry.object) ?? '',
    titles: titlesOf(entry, payments),
    before: entry.before,
    after: entry.after,
    detail: entry.detail as Record<string, unknown>,
    seq: entry.seq,
  }));
};
