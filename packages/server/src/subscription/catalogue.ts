import type { RuleSet } from '@skyport/contract/rules';
import type { Db } from '@skyport/db';
import { addressSpread, type LineSource } from '@skyport/documents';
import { listLineSources } from '../nodes/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { RowReader } from '../platform/row-reader.ts';
import { currentRules } from '../rules/index.ts';
import { catalogueVersion } from './store.ts';

/** Every line that is sold, with node and entry, and the rules of documents, as of one version. */
export interface Catalogue {
  readonly version: number;
  readonly all: readonly LineSource[];
  /** Lines that are open to accounts with nothing left. */
  readonly open: readonly LineSource[];
  readonly rules: RuleSet;
  /** A text that is equal for users who get the same entry addresses. */
  readonly spread: (userId: string) => string;
}

/** This process's copy of the catalogue. */
export interface CatalogueCopy {
  /** The copy, at most half a second old; undefined when it has to be looked at again. */
  young(): Catalogue | undefined;
  /** The copy, at most half a second old; a look is shared by all who wait for it. Throws when there can be none. */
  now(): Promise<Catalogue>;
}

/** Reads the whole catalogue. It belongs to `version` or to a newer one, never to an older. */
const readCatalogue = async (db: Db, version: number, log: Pick<Log, 'warn'>): Promise<Catalogue> => {
  const [all, rules] = await Promise.all([listLineSources(db), currentRules(db, log)]);
  return { version, all, open: all.filter((line) => line.isPublic), rules, spread: addressSpread(all) };
};

/** How old the copy of a process may be: well below the second in which a change must be visible. */
const CHECK_EVERY_MS = 500;

/** A copy of the catalogue; a catalogue object stays the same one as long as its version does. */
export const createCatalogue = (deps: {
  db: Db;
  clock: Clock;
  reader: RowReader;
  log: Pick<Log, 'warn'>;
}): CatalogueCopy => {
  let kept: Catalogue | undefined;
  let checkedAt = 0;
  let looking: Promise<Catalogue> | undefined;
  const look = async (): Promise<Catalogue> => {
    const askedAt = deps.clock.now().getTime();
    const version = await catalogueVersion(deps.reader);
    if (kept?.version !== version) kept = await readCatalogue(deps.db, version, deps.log);
    checkedAt = askedAt;
    return kept;
  };
  const young = (): Catalogue | undefined =>
    kept && Math.abs(deps.clock.now().getTime() - checkedAt) < CHECK_EVERY_MS ? kept : undefined;
  return {
    young,
    now: async () => {
      const copy = young();
      if (copy) return copy;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
  };
};
