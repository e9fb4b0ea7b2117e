import type { Db } from '@skyport/db';
import { addressSpread, type LineSource } from '@skyport/documents';
import { listLineSources } from '../nodes/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { RowReader } from '../platform/row-reader.ts';
import { catalogueVersion } from './store.ts';

/** Every line that is sold, with node and entry, as of one version. */
export interface Catalogue {
  readonly version: number;
  readonly all: readonly LineSource[];
  /** Lines that are open to accounts with nothing left. */
  readonly open: readonly LineSource[];
  /** A text that is equal for users who get the same entry addresses. */
  readonly spread: (userId: string) => string;
}

/** Reads the whole catalogue. It belongs to `version` or to a newer one, never to an older. */
const readCatalogue = async (db: Db, version: number): Promise<Catalogue> => {
  const all = await listLineSources(db);
  return { version, all, open: all.filter((line) => line.isPublic), spread: addressSpread(all) };
};

/** How old the copy of a process may be: well below the second in which a change must be visible. */
const CHECK_EVERY_MS = 500;

/** Gives this process's copy of the catalogue, at most half a second old; a look is shared by all who wait for it. */
export const createCatalogue = (deps: { db: Db; clock: Clock; reader: RowReader }): (() => Promise<Catalogue>) => {
  let kept: Catalogue | undefined;
  let checkedAt = 0;
  let looking: Promise<Catalogue> | undefined;
  const look = async (): Promise<Catalogue> => {
    const askedAt = deps.clock.now().getTime();
    const version = await catalogueVersion(deps.reader);
    if (kept?.version !== version) kept = await readCatalogue(deps.db, version);
    checkedAt = askedAt;
    return kept;
  };
  return async () => {
    const age = Math.abs(deps.clock.now().getTime() - checkedAt);
    if (kept && age < CHECK_EVERY_MS) return kept;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
};
