import { RuleSet } from '@skyport/contract/rules';
import type { AuditFields, AuditReader } from '../platform/audit-rules.ts';
import { findNewest } from './store.ts';

/** The one set of rules, as the audit names it. */
export const RULES = 'rules';

/** Groups and lists as fields of their own, so that an entry holds those alone that changed. */
const fieldsOf = (stored: unknown): AuditFields => {
  const parsed = RuleSet.safeParse(stored);
  if (!parsed.success) return { default: stored === null };
  const { main, final, groups, lists, carriesQuic = false } = parsed.data;
  return {
    default: false,
    main,
    final,
    carriesQuic,
    order: { groups: groups.map(({ id }) => id), lists: lists.map(({ id }) => id) },
    ...Object.fromEntries(groups.map((group) => [`group ${group.id}`, group])),
    ...Object.fromEntries(lists.map((list) => [`list ${list.id}`, list])),
  };
};

/** The rules in force for the audit. */
export const rulesFields: AuditReader = async (trx) => {
  const newest = await findNewest(trx);
  return new Map([[RULES, { version: newest?.version ?? 0, ...fieldsOf(newest?.rules ?? null) }]]);
};
