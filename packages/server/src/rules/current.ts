import { RuleSet } from '@skyport/contract/rules';
import { checkStoredRules } from '@skyport/contract/rules-check';
import type { Db } from '@skyport/db';
import { defaultRules } from '@skyport/documents';
import type { Log } from '../platform/log.ts';
import { findNewest, type RuleSetRow } from './store.ts';

/**
 * The rules that a stored version stands for. One that cannot be used any more (a later product may ask for more than
 * the one that stored it) gives the default, so that documents always load.
 */
export const rulesOf = (row: Pick<RuleSetRow, 'rules' | 'version'> | undefined, log: Pick<Log, 'warn'>): RuleSet => {
  if (!row || row.rules === null) return defaultRules;
  const parsed = RuleSet.safeParse(row.rules);
  if (parsed.success && checkStoredRules(parsed.data).length === 0) return parsed.data;
  log.warn({ version: row.version }, 'stored rules cannot be used, documents have the default ones');
  return defaultRules;
};

/** The rules that documents are made with now. */
export const currentRules = async (db: Db, log: Pick<Log, 'warn'>): Promise<RuleSet> =>
  rulesOf(await findNewest(db), log);
