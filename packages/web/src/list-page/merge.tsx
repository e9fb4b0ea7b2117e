import type { CallError } from '@skyport/contract/client';
import { ChangedRecord, shownSchema, type Values } from '@skyport/contract/changed-fields';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Question } from '../ui/confirm.tsx';
import { type FieldSpec, fieldsOf, type FormSchema } from '../ui/schema-form/field-spec.ts';
import classes from './list-page.module.css';
import {
  fieldText,
  foreignChanges,
  isMark,
  mergedValues,
  type Shape,
  type ThreeReadings,
  withMarks,
} from './merge-rules.ts';
import { staffRecordTexts } from './staff-record-texts.ts';

const texts = staffRecordTexts.merge;

/** How the fields of a form are read by a person. */
export interface ReadFields<S extends FormSchema> {
  readonly schema: S;
  readonly fields: readonly FieldSpec<z.input<S>>[];
  /** The text of a value where its field alone does not say it well; undefined for all others. */
  readonly textOf?: ((name: string, values: Values) => string | undefined) | undefined;
  /** Values that are not saved as they were typed, because somebody adds to what is there and does not set it. */
  readonly rebase?: ((readings: ThreeReadings) => Values) | undefined;
}

/** The question whether a record that somebody else changed meanwhile is saved after all, and with what. */
export interface Merge extends Omit<Question, 'run'> {
  readonly values: Values;
}

const textsOf = <S extends FormSchema>({ schema, fields, textOf }: ReadFields<S>) => {
  const known = fieldsOf(schema, fields);
  return (name: string, values: Values): string => {
    const field = known.find((each) => each.name === name);
    return textOf?.(name, values) ?? (field ? fieldText(field, values) : String(values[name]));
  };
};

/**
 * What somebody is asked whose record was changed by somebody else meanwhile: it is saved with the changes of both,
 * their own ones where both changed the same. Undefined for refusals of another kind.
 */
export const mergeOf = <S extends FormSchema>(
  form: ReadFields<S>,
  problem: CallError,
  mine: Values,
): Merge | undefined => {
  const schema = shownSchema(form.schema);
  const now = schema?.safeParse(ChangedRecord.safeParse(problem.data).data?.now).data;
  const shown = schema?.safeParse(mine['shown']).data;
  if (!schema || !now || !shown) return undefined;
  const readings = withMarks(schema.shape, { shown, mine, now });
  const values = { ...mergedValues(schema.shape, readings), ...form.rebase?.(readings) };
  const known = textsOf(form);
  const textOf = (name: string, read: Values): string =>
    isMark(schema.shape, name) ? secretText(read, readings) : known(name, read);
  return {
    title: texts.title,
    text: <Changes shape={schema.shape} readings={readings} saved={values} textOf={textOf} />,
    confirm: texts.confirm,
    values: { ...values, shown: now },
  };
};

/** A secret as it is told of: never what it is. */
const secretText = (values: Values, { shown, now }: ThreeReadings): string => {
  if (values === shown) return texts.secret.before;
  return values === now ? texts.secret.theirs : texts.secret.mine;
};

interface ChangesProps {
  readonly shape: Shape;
  readonly readings: ThreeReadings;
  /** What is saved. */
  readonly saved: Values;
  readonly textOf: (name: string, values: Values) => string;
}

const Changes = ({ shape, readings, saved, textOf }: ChangesProps): ReactNode => {
  const { shown, now } = readings;
  return (
    <>
      {texts.lead}
      <ul className={classes.changes}>
        {foreignChanges(shape, readings, saved).map(({ name, label, isMine }) => (
          <li key={name}>
            {texts.change(label, textOf(name, shown), textOf(name, now))}
            <br />
            <span className="sp-dim">{isMine ? texts.replaced(textOf(name, saved)) : texts.kept}</span>
          </li>
        ))}
      </ul>
    </>
  );
};
