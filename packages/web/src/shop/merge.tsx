import type { CallError } from '@skyport/contract/client';
import { ChangedCombo, comboLabel, type ComboForm } from '@skyport/contract/shop';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Merge } from '../list-page/use-staff-records.tsx';
import {
  type ComboValues,
  fieldText,
  foreignChanges,
  mergedCombo,
  type PermissionNames,
  type ThreeReadings,
} from './combo-rules.ts';
import { comboTexts } from './combo-texts.ts';
import classes from './shop.module.css';

const texts = comboTexts.merge;

/**
 * What an admin is asked whose product was changed by somebody else meanwhile: it is saved with the changes of both,
 * their own ones where both changed the same. Undefined for refusals of another kind.
 */
export const mergeQuestion =
  (names: PermissionNames) =>
  (problem: CallError, values: z.output<typeof ComboForm>): Merge<ComboValues> | undefined => {
    const changed = ChangedCombo.safeParse(problem.data).data;
    const { _id, shown, ...mine } = values;
    if (!changed || !shown || _id === undefined) return undefined;
    const { _id: _same, ...now } = changed.now;
    const readings = { shown, mine, now };
    return {
      title: texts.title,
      text: <Changes readings={readings} names={names} />,
      confirm: texts.confirm,
      values: { ...mergedCombo(readings), _id, shown: now },
    };
  };

const Changes = ({
  readings,
  names,
}: {
  readonly readings: ThreeReadings;
  readonly names: PermissionNames;
}): ReactNode => {
  const { shown, mine, now } = readings;
  return (
    <>
      {texts.lead}
      <ul className={classes.changes}>
        {foreignChanges(readings).map(({ name, isMine }) => (
          <li key={name}>
            {texts.change(comboLabel(name), fieldText(name, shown, names), fieldText(name, now, names))}
            <br />
            <span className="sp-dim">{isMine ? texts.replaced(fieldText(name, mine, names)) : texts.kept}</span>
          </li>
        ))}
      </ul>
    </>
  );
};
