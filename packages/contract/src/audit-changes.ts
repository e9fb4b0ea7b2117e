import type { AuditRow } from './audit.ts';
import { auditWords } from './audit-columns.ts';
import { auditName } from './audit-names.ts';

/** What happened to the thing, as a short text; of many fields the first `most` are named and the others counted. */
export const auditChangeText = (
  { kind, before, after }: Pick<AuditRow, 'kind' | 'before' | 'after'>,
  most: number,
): string => {
  if (before === null && after === null) return '';
  if (before === null) return auditWords.made;
  if (after === null) return auditWords.removed;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .map((name) => auditName(kind, name)?.label ?? name);
  const more = names.length > most ? ` +${names.length - most}` : '';
  return names.slice(0, most).join('、') + more;
};
