import type { RuleSet, RulesState, RulesVersion } from '@skyport/contract/rules';
import { countEntries } from '@skyport/contract/rules-check';
import type { RuleSetRow } from './store.ts';

/** A stored version as admins see it. */
export const presentVersion = (row: RuleSetRow, rules: RuleSet, emails: ReadonlyMap<string, string>): RulesVersion => ({
  version: row.version,
  at: row.saved_at.toISOString(),
  by: emails.get(row.saved_by ?? '') ?? '',
  isDefault: row.rules === null,
  groups: rules.groups.length,
  lists: rules.lists.length,
  entries: countEntries(rules),
});

/** The rules in force, and what was before; `rows` newest first. */
export const presentState = (
  rows: readonly RuleSetRow[],
  given: {
    readonly rulesOf: (row: RuleSetRow | undefined) => RuleSet;
    readonly emails: ReadonlyMap<string, string>;
    readonly ownHosts: string[];
  },
): RulesState => ({
  version: rows[0]?.version ?? 0,
  isDefault: (rows[0]?.rules ?? null) === null,
  rules: given.rulesOf(rows[0]),
  ownHosts: given.ownHosts,
  history: rows.map((row) => presentVersion(row, given.rulesOf(row), given.emails)),
});
