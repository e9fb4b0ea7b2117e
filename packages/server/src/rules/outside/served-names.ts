import { OutsideListId, outsideListSettings } from '@skyport/contract/outside-lists';
import type { Settings } from '@skyport/contract/settings-table';
import type { Deps } from '../../platform/deps.ts';
import { versionedCopy } from '../../platform/versioned-copy.ts';
import type { MoreNames } from '../more-names.ts';
import { outsideVersion, readOutsideNames } from './store.ts';

/** Those of the lists that the settings have switched on. */
export const switchedOn = <Id extends OutsideListId>(ids: readonly Id[], settings: Settings): Id[] =>
  ids.filter((id) => settings[outsideListSettings[id].on]);

/** Gives the fetched names of a list; undefined while there are none or it is switched off. */
export const outsideNamesOf = ({
  db,
  clock,
  settings,
}: Pick<Deps, 'db' | 'clock' | 'settings'>): ((id: string) => Promise<MoreNames | undefined>) => {
  const copy = versionedCopy({
    clock,
    version: () => outsideVersion(db),
    read: async () =>
      new Map(
        (await readOutsideNames(db)).map(({ id, version, names }) => [id, { version: `fetched ${version}`, names }]),
      ),
  });
  return async (id) => {
    const list = switchedOn(OutsideListId.options, settings.current()).find((one) => one === id);
    return list && (await copy.get()).get(list);
  };
};
