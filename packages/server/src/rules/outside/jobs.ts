import { OutsideListId, outsideListSettings, type OutsideProblem } from '@skyport/contract/outside-lists';
import type { RuleSet } from '@skyport/contract/rules';
import type { Settings } from '@skyport/contract/settings-table';
import { inTransaction } from '@skyport/db';
import { defaultPolicyOf } from '@skyport/documents';
import { z } from 'zod';
import { bumpCatalogue } from '../../nodes/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { job } from '../../platform/jobs.ts';
import { currentRules } from '../current.ts';
import { ownHostsOf } from '../own-hosts.ts';
import { isDue } from './due.ts';
import { fetchList, type FetchedList } from './fetch-list.ts';
import { readList, type ReservedNames } from './read-list.ts';
import { listOutsideLists, noteChecked, storeNames, type OutsideListRow } from './store.ts';

/** Where a list comes from; undefined while it is switched off. */
const addressOf = (id: OutsideListId, settings: Settings): string | undefined => {
  const { on, url } = outsideListSettings[id];
  const address = settings[url].trim();
  return settings[on] && address !== '' ? address : undefined;
};

/**
 * Names that the rules need elsewhere: for the mainland's list those of lines and everything below them, for the list
 * of ads all that is not refused.
 */
const reservedOf = (id: OutsideListId, rules: RuleSet, ownHosts: readonly string[]): ReservedNames => {
  const isReserved = (target: string): boolean => {
    const policy = defaultPolicyOf(rules, target);
    return id === 'cn' ? policy === 'proxy' : policy !== 'reject';
  };
  const lists = rules.lists.filter((list) => list.id !== id && isReserved(list.target));
  const names = lists.flatMap(({ suffixes, domains }) => [...suffixes, ...domains]);
  return id === 'cn' ? { names, withBelow: true } : { names: [...names, ...ownHosts], withBelow: false };
};

/** Takes names over, or notes why not. */
const takeOver = async (
  deps: Deps,
  { id, address, row }: { id: OutsideListId; address: string; row: OutsideListRow | undefined },
  fetched: FetchedList,
): Promise<void> => {
  const { db, clock, log } = deps;
  const at = clock.now();
  const note = (problem: OutsideProblem | null): Promise<void> => noteChecked(db, id, { at, problem });
  if (fetched.kind !== 'text') return note(fetched.kind === 'same' ? null : fetched.problem);
  const reserved = reservedOf(id, await currentRules(db, log), ownHostsOf(deps));
  const before = row?.source === address ? row.name_count : 0;
  const read = readList(fetched.text, { reserved, before });
  if ('problem' in read) return note(read.problem);
  const { bytes, etag } = fetched;
  await inTransaction(db, async (trx) => {
    await storeNames(trx, id, { at, source: address, etag, bytes, ...read });
    // The first names make documents name the file.
    if (!row?.name_count) await bumpCatalogue(trx);
  });
};

const fetchOne = async (deps: Deps, id: OutsideListId, given: { isAsked: boolean; stop: AbortSignal }) => {
  const { db, clock, env } = deps;
  const address = addressOf(id, await deps.settings.fresh(db));
  if (address === undefined) return;
  const row = (await listOutsideLists(db)).find((one) => one.id === id);
  if (!given.isAsked && !isDue(row, address, clock.now())) return;
  const etag = row?.source === address ? row.etag : '';
  const allowPrivate = env.ALLOW_PRIVATE_NETWORKS;
  const fetched = await fetchList({ address, etag, allowPrivate, signal: given.stop });
  if (!given.stop.aborted) await takeOver(deps, { id, address, row }, fetched);
};

/** Fetches one list because somebody asked for it, or those that are due. A bad answer leaves the names in use. */
export const fetchOutsideLists = job({
  name: 'rules.fetch-outside-lists',
  input: z.object({ list: OutsideListId.optional() }),
  maxAttempts: 3,
  cron: '27 * * * *',
  places: 'slow',
  key: ({ list }) => list ?? 'due',
  run: async (deps, { list }, stop = new AbortController().signal) => {
    for (const id of list ? [list] : OutsideListId.options) await fetchOne(deps, id, { isAsked: list === id, stop });
  },
});
