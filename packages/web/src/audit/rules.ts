import type { AuditRow, auditCalls } from '@skyport/contract/audit';
import { auditKinds, type AuditKind } from '@skyport/contract/audit-kinds';
import { auditName, auditNoteName } from '@skyport/contract/audit-names';
import type { AuditName } from '@skyport/contract/audit-own-names';
import type { Input } from '@skyport/contract/call';
import { anyDay, type DayRange, timestampsOf } from '../list-page/day-range.tsx';
import { commonTexts } from '../ui/common-texts.ts';
import { firstPage, type TableQuery } from '../ui/data-table/use-table-model.ts';
import { traffic } from '../ui/format.ts';
import { texts } from './texts.ts';

/** The most entries that one call answers. */
export const MOST_ENTRIES = 1000;

/** The list as the page opens: the newest hundred entries. */
export const startQuery: TableQuery = { ...firstPage, size: 100 };

const isKind = (kind: string): kind is AuditKind => kind in auditKinds;

/** What the list is narrowed to: kind of thing, call and days; empty for all. */
export interface AuditFilters extends DayRange {
  readonly kind: string;
  readonly call: string;
}

/** Nothing is left out. */
export const noFilters: AuditFilters = { kind: '', call: '', ...anyDay };

type Wanted = Input<typeof auditCalls.list>;

/** Which entries are meant. */
export const auditFilter = (search: string, { kind, call, ...days }: AuditFilters): Omit<Wanted, 'limit' | 'skip'> => ({
  filterStr: search.trim().slice(0, 254),
  ...(isKind(kind) && { kind }),
  ...(call !== '' && { call }),
  ...timestampsOf(days),
});

/** The input of the list call. */
export const auditInput = ({ page, size, search }: TableQuery, filters: AuditFilters): Wanted => ({
  ...auditFilter(search, filters),
  limit: size,
  skip: page * size,
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

/** What a field is called, by its name in an entry; undefined where nobody has named it. */
type NameOf = (name: string) => AuditName | undefined;

const amountText = (value: number, { scale = 1, unit }: AuditName): string => {
  if (scale === 'bytes') return traffic(value);
  return unit === undefined ? String(value / scale) : `${value / scale} ${unit}`;
};

const plainText = (value: string | number | boolean, as: AuditName): string => {
  if (typeof value === 'number') return amountText(value, as);
  return typeof value === 'boolean' ? (value ? commonTexts.yes : commonTexts.no) : value;
};

const partsText = (value: object, nameOf: NameOf): string => {
  if (Array.isArray(value)) return value.map((each) => valueText(each, nameOf)).join('、');
  const parts = Object.entries(value).map(([name, each]) => {
    const known = nameOf(name);
    return `${known?.label ?? name}：${valueText(each, nameOf, known)}`;
  });
  return parts.join('，');
};

/** A value of an entry: a secret says only whether there is one, parts of a value have names of their own. */
export const valueText = (value: unknown, nameOf: NameOf, as: AuditName = { label: '' }): string => {
  if (isSecret(value)) return texts.secrets[value.secret];
  if (value === null || value === undefined || value === '') return texts.none;
  if (typeof value === 'object') return partsText(value, nameOf) || texts.none;
  return plainText(value as string | number | boolean, as);
};

type Changed = Pick<AuditRow, 'kind' | 'titles' | 'before' | 'after'>;

/** The fields of an entry, in one order; a payment instance is shown by its title. */
export const changesOf = ({ kind, titles, before, after }: Changed): FieldChange[] => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  const nameOf: NameOf = (name) => auditName(kind, name);
  const titled = (value: unknown): unknown =>
    typeof value === 'string' && Object.hasOwn(titles, value) ? titles[value] : value;
  const shown = (fields: AuditRow['before'], name: string): string | undefined =>
    fields && name in fields ? valueText(titled(fields[name]), nameOf, nameOf(name)) : undefined;
  return names.map((name) => ({
    name: nameOf(name)?.label ?? name,
    before: shown(before, name),
    after: shown(after, name),
  }));
};

/** What was noted beside the fields, as a person reads it. */
export const notesOf = ({ detail }: Pick<AuditRow, 'detail'>): string[] =>
  Object.entries(detail).map(([name, value]) => {
    const known = auditNoteName(name);
    return `${known?.label ?? name}：${valueText(value, auditNoteName, known)}`;
  });
