import type { OutsideListId } from '@skyport/contract/outside-lists';
import type { RuleSet } from '@skyport/contract/rules';
import type { Db } from '@skyport/db';
import { addressSpread, type LineSource } from '@skyport/documents';
import { listLineSources } from '../../nodes/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Log } from '../../platform/log.ts';
import type { RowReader } from '../../platform/row-reader.ts';
import { versionedCopy, type VersionedCopy } from '../../platform/versioned-copy.ts';
import { currentRules, storedOutsideLists } from '../../rules/index.ts';
import { catalogueVersion } from './catalogue-store.ts';

/** Every line that is sold, with node and entry, and the rules of documents, as of one version. */
export interface Catalogue {
  readonly version: number;
  readonly all: readonly LineSource[];
  /** Lines that are open to accounts with nothing left. */
  readonly open: readonly LineSource[];
  readonly rules: RuleSet;
  /** Lists with names from outside, which the settings may have switched off. */
  readonly outsideLists: readonly OutsideListId[];
  /** A text that is equal for users who get the same entry addresses. */
  readonly spread: (userId: string) => string;
}

/** Reads the whole catalogue. It belongs to `version` or to a newer one, never to an older. */
const readCatalogue = async (db: Db, version: number, log: Pick<Log, 'warn'>): Promise<Catalogue> => {
  const [all, rules, outsideLists] = await Promise.all([
    listLineSources(db),
    currentRules(db, log),
    storedOutsideLists(db),
  ]);
  return { version, all, open: all.filter((line) => line.isPublic), rules, outsideLists, spread: addressSpread(all) };
};

/** This process's copy of the catalogue. */
export const createCatalogue = ({
  db,
  clock,
  reader,
  log,
}: Pick<Deps, 'db' | 'clock' | 'log'> & { readonly reader: RowReader }): VersionedCopy<Catalogue> =>
  versionedCopy({
    clock,
    version: () => catalogueVersion(reader),
    read: (version) => readCatalogue(db, version, log),
  });
