import type { RuleSet, RulesState, RulesVersion } from '@skyport/contract/rules';
import { countEntries } from '@skyport/contract/rules-check';
import { defaultRules } from '@skyport/documents';
import type { RuleSetRow, VersionRow } from './store.ts';

/** A stored version as admins see it. */
const presentVersion = (row: VersionRow, emails: ReadonlyMap<string, string>): RulesVersion => ({
  version: row.version,
  at: row.saved_at.toISOString(),
  by: emails.get(row.saved_by ?? '') ?? '',
  isDefault: row.groups === null,
  groups: row.groups ?? defaultRules.groups.length,
  lists: row.lists ?? defaultRules.lists.length,
  entries: row.entries ?? countEntries(defaultRules),
});

/** The rules in force (`newest` stands for them), and what was before, newest first. */
export const presentState = (
  newest: RuleSetRow | undefined,
  given: {
    readonly rules: RuleSet;
    readonly versions: readonly VersionRow[];
    readonly emails: ReadonlyMap<string, string>;
    readonly ownHosts: string[];
  },
): RulesState => ({
  version: newest?.version ?? 0,
  isDefault: (newest?.rules ?? null) === null,
  rules: given.rules,
  ownHosts: given.ownHosts,
  history: given.versions.map((row) => presentVersion(row, given.emails)),
});
