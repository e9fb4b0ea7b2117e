import { changedNames, changedSince, type Values } from '@skyport/contract/changed-fields';
import { fieldMeta } from '@skyport/contract/form';
import { commonTexts } from '../ui/common-texts.ts';
import type { Field } from '../ui/schema-form/field-spec.ts';
import { staffRecordTexts } from './staff-record-texts.ts';

const texts = staffRecordTexts.merge;

/** The fields that are compared. */
export type Shape = Parameters<typeof changedNames<Values>>[0];

/** A staff record as three saw it: as the form was opened, as somebody wants it, and as it is now. */
export interface ThreeReadings {
  readonly shown: Values;
  readonly mine: Values;
  readonly now: Values;
}

const secretOf = (shape: Shape, name: string): string | undefined => fieldMeta(shape[name]!)?.marks;

/** Whether a field is the mark of a secret. */
export const isMark = (shape: Shape, name: string): boolean => secretOf(shape, name) !== undefined;

/** A mark that no stored secret has: of one that was typed just now. */
const TYPED = 'typed';

/** The readings with marks of the secrets that were typed: a form holds those secrets, and no marks. */
export const withMarks = (shape: Shape, { shown, mine, now }: ThreeReadings): ThreeReadings => {
  const marks = Object.keys(shape).flatMap((name): [string, unknown][] => {
    const secret = secretOf(shape, name);
    if (secret === undefined) return [];
    return [[name, mine[secret] === '' || mine[secret] === undefined ? shown[name] : TYPED]];
  });
  return { shown, mine: { ...mine, ...Object.fromEntries(marks) }, now };
};

/** One field that somebody else changed while the form was open. */
export interface ForeignChange {
  readonly name: string;
  readonly label: string;
  /** Whether whoever edits has another value there, which is kept. */
  readonly isMine: boolean;
}

/** What somebody typed, with the record as it is now in all fields that they left alone. */
export const mergedValues = (shape: Shape, { shown, mine, now }: ThreeReadings): Values => {
  const touched = changedNames(shape, shown, mine);
  const others = Object.keys(shape).filter((name) => !touched.includes(name));
  return { ...mine, ...Object.fromEntries(others.map((name) => [name, now[name]])) };
};

/** What others changed meanwhile, and of it what is saved otherwise. */
export const foreignChanges = (
  shape: Shape,
  readings: ThreeReadings,
  saved = mergedValues(shape, readings),
): readonly ForeignChange[] => {
  const differing = changedNames(shape, saved, readings.now);
  return changedSince(shape, readings).map(({ name, label }) => ({ name, label, isMine: differing.includes(name) }));
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

const chosen = ({ choices, none = texts.none }: Field, value: unknown, values: Values): string =>
  value === null || value === ''
    ? none
    : (choices(values).find((choice) => choice.value === value)?.label ?? textOf(value));

const listed = (kept: unknown, nameOf: (each: unknown) => string): string =>
  (Array.isArray(kept) ? kept.map(nameOf) : []).join('、') || texts.none;

/** The value of a form's field as a person reads it. */
export const fieldText = (field: Field, values: Values): string => {
  const { name, kind, show, unit } = field;
  const kept = values[name];
  if (kind === 'switch') return kept === true ? commonTexts.yes : commonTexts.no;
  if (kind === 'several') return listed(kept, (each) => chosen(field, each, values));
  if (kind === 'lines') return listed(kept, textOf);
  const shown = show && kept !== null ? show(kept) : kept;
  if (kind === 'select' || kind === 'search') return chosen(field, shown, values);
  if (shown === null || shown === '') return texts.none;
  return unit === undefined ? textOf(shown) : `${textOf(shown)} ${unit}`;
};
