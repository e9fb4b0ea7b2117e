import type { ChangedSetting } from '@skyport/contract/settings';
import type { ReactNode } from 'react';
import { labelOf, valueText } from './rules.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';
import { useValueNames } from './use-value-names.ts';

interface ChangeLinesProps {
  readonly head?: string;
  readonly changes: readonly ChangedSetting[];
  /** What is said of some of them besides. */
  readonly noteOf?: (change: ChangedSetting) => string | undefined;
}

/** Settings with what they were and what they become. */
export const ChangeLines = ({ head, changes, noteOf }: ChangeLinesProps): ReactNode => {
  const named = useValueNames(changes);
  return (
    <>
      {head}
      <ul className={classes.changes}>
        {changes.map((change) => (
          <li key={change.name}>
            <b>{labelOf(change.name)}</b>{' '}
            <span className={classes.value}>{valueText(change.name, change.before, named)}</span> {texts.to}{' '}
            <span className={classes.value}>{valueText(change.name, change.after, named)}</span>
            {noteOf?.(change) !== undefined && <em className={classes.note}> {noteOf(change)}</em>}
          </li>
        ))}
      </ul>
    </>
  );
};
