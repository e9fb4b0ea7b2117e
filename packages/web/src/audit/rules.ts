import type { AuditRow, auditCalls } from '@skyport/contract/audit';
import { auditKinds, type AuditKind } from '@skyport/contract/audit-kinds';
import type { Input } from '@skyport/contract/call';
import { firstPage, type TableQuery } from '../ui/data-table/use-table-model.ts';
import { texts } from './texts.ts';

/** The most entries that one call answers. */
export const MOST_ENTRIES = 1000;

/** The list as the page opens: the newest hundred entries. */
export const startQuery: TableQuery = { ...firstPage, size: 100 };

const isKind = (kind: string): kind is AuditKind => kind in auditKinds;

/** The input of the list call; an empty kind asks for all kinds. */
export const auditInput = (
  { page, size, search }: TableQuery,
  { kind }: { readonly kind: string },
): Input<typeof auditCalls.list> => ({
  limit: size,
  skip: page * size,
  filterStr: search.trim().slice(0, 254),
  ...(isKind(kind) && { kind }),
});

/** One field that changed, as a person reads it; undefined where the thing did not exist. */
export interface FieldChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const isSecret = (value: unknown): value is { secret: keyof typeof texts.secrets } =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 1 &&
  'secret' in value &&
  typeof value.secret === 'string' &&
  value.secret in texts.secrets;

/** A value of an entry: a secret says only whether there is one. */
export const valueText = (value: unknown): string => {
  if (isSecret(value)) return texts.secrets[value.secret];
  if (value === null || value === '') return texts.none;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The fields of an entry, in one order. */
export const changesOf = ({ before, after }: Pick<AuditRow, 'before' | 'after'>): FieldChange[] => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted();
  const shown = (fields: AuditRow['before'], name: string): string | undefined =>
    fields && name in fields ? valueText(fields[name]) : undefined;
  return names.map((name) => ({ name, before: shown(before, name), after: shown(after, name) }));
};

/** Fields that are named in the list; the others are counted. */
const NAMED = 4;

/** What happened to the thing, as a short text. */
export const changeText = ({ before, after }: Pick<AuditRow, 'before' | 'after'>): string => {
  if (before === null && after === null) return '';
  if (before === null) return texts.made;
  if (after === null) return texts.removed;
  const names = changesOf({ before, after }).map(({ name }) => name);
  const more = names.length > NAMED ? ` +${names.length - NAMED}` : '';
  return names.slice(0, NAMED).join('、') + more;
};
