import {
  OutsideListId,
  outsideListNames,
  outsideListSettings,
  type OutsideList,
  type outsideListCalls,
} from '@skyport/contract/outside-lists';
import type { Settings } from '@skyport/contract/settings-table';
import { inTransaction, type Db } from '@skyport/db';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Deps, HandlersOf } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { RULES } from '../audit-store.ts';
import { fetchOutsideLists } from './jobs.ts';
import { listOutsideLists, noteAsked, type OutsideListRow } from './store.ts';

/** A fetch that has not ended after so long will not. */
const FETCHING_MS = 10 * MINUTE_MS;

const isFetching = ({ asked_at, checked_at }: OutsideListRow, now: Date): boolean =>
  asked_at !== null &&
  now.getTime() - asked_at.getTime() < FETCHING_MS &&
  (checked_at === null || checked_at < asked_at);

const NEVER_ASKED = {
  isFetching: false,
  source: '',
  fetchedAt: null,
  checkedAt: null,
  problem: null,
  names: 0,
  bytes: 0,
  droppedRows: 0,
  droppedNames: 0,
} as const;

const present = (
  list: OutsideListId,
  row: OutsideListRow | undefined,
  { settings, now }: { readonly settings: Settings; readonly now: Date },
): OutsideList => {
  const isOn = settings[outsideListSettings[list].on];
  if (!row) return { ...NEVER_ASKED, list, isOn };
  return {
    list,
    isOn,
    isFetching: isFetching(row, now),
    source: row.source,
    fetchedAt: row.fetched_at?.toISOString() ?? null,
    checkedAt: row.checked_at?.toISOString() ?? null,
    problem: row.problem,
    names: row.name_count,
    bytes: row.bytes,
    droppedRows: row.dropped_rows,
    droppedNames: row.dropped_names,
  };
};

const stateOf = async (db: Db, { clock, settings }: Deps): Promise<{ lists: OutsideList[] }> => {
  const [rows, current] = await Promise.all([listOutsideLists(db), settings.fresh(db)]);
  const at = { settings: current, now: clock.now() };
  return {
    lists: OutsideListId.options.map((id) =>
      present(
        id,
        rows.find((row) => row.id === id),
        at,
      ),
    ),
  };
};

/** Lists from outside, for admins. */
export const outsideListHandlers: HandlersOf<typeof outsideListCalls> = {
  outsideLists: (_input, _context, deps) => stateOf(deps.db, deps),
  fetchOutsideList: ({ list }, { audited }, deps) =>
    inTransaction(deps.db, async (trx) => {
      const settings = await deps.settings.fresh(trx);
      if (!settings[outsideListSettings[list].on]) refuse('conflict', `${outsideListNames[list]}名单未开启`);
      await audited(trx, { ids: [RULES], note: () => ({ fetched: outsideListNames[list] }) }, async () => {
        await noteAsked(trx, list, deps.clock.now());
        await deps.jobs.add(trx, fetchOutsideLists, { list });
      });
      return stateOf(trx, deps);
    }),
};
