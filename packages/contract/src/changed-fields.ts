import { z } from 'zod';
import { bareSchema, fieldMeta } from './form.ts';
import { ONE_LINE, TextOf } from './units.ts';

/*
 * A form of something that several people edit says under `shown` what stood there when it was opened. It is saved only
 * while it is still that, so that of two people the second one hears of the first.
 */

/** One text for equal values, whatever the order of names in it; of a list that is a set, whatever the list's order. */
const keyOf = (value: unknown, isSet = false): string => {
  if (Array.isArray(value)) {
    const parts = value.map((each) => keyOf(each));
    return `[${(isSet ? parts.sort() : parts).join()}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const parts = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${keyOf(each)}`);
  return `{${parts.sort().join()}}`;
};

type Shape<F> = { readonly [K in keyof F]-?: z.ZodType };

/** A reading of some of the fields. */
type Some<F> = { readonly [K in keyof F]?: F[K] | undefined };

/** Names of the fields in which two readings differ, in the form's order. What `was` does not hold is not compared. */
export const changedNames = <F extends object>(shape: Shape<F>, was: Some<F>, is: F): (keyof F & string)[] =>
  (Object.keys(shape) as (keyof F & string)[]).filter((name) => {
    const isSet = fieldMeta(shape[name])?.unordered === true;
    return was[name] !== undefined && keyOf(was[name], isSet) !== keyOf(is[name], isSet);
  });

/** A field that somebody else changed while a form was open. */
export interface ChangedSince<F> {
  readonly name: keyof F & string;
  /** What the form calls it. */
  readonly label: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** What changed since a form was opened: of what it was shown then, whatever is no longer so. */
export const changedSince = <F extends object>(
  shape: Shape<F>,
  { shown = {}, now }: { readonly shown: Some<F> | undefined; readonly now: F },
): ChangedSince<F>[] =>
  changedNames(shape, shown, now).map((name) => ({
    name,
    label: fieldMeta(shape[name])?.label ?? name,
    from: shown[name],
    to: now[name],
  }));

/** What a refused save carries when somebody else changed the record meanwhile: how it is now. */
export const ChangedRecord = z.object({ now: z.looseObject({}) });
export type ChangedRecord = z.infer<typeof ChangedRecord>;

/** Values by name, of a record whose type is not known. */
export type Values = Readonly<Record<string, unknown>>;

/** What a form says was shown when it was opened; undefined for a form that does not say it. */
export const shownSchema = ({ shape }: z.ZodObject): z.ZodObject<Shape<Values>> | undefined => {
  const shown: unknown = shape['shown'];
  return shown instanceof z.ZodOptional ? (shown.unwrap() as z.ZodObject<Shape<Values>>) : undefined;
};

const isLine = (schema: z.ZodType): schema is z.ZodString =>
  schema instanceof z.ZodString &&
  (schema.def.checks ?? []).some(({ _zod: { def } }) => 'pattern' in def && def.pattern === ONE_LINE);

/** A one-line text in any spelling; other fields as they are. */
const storedField = (part: z.ZodType): z.ZodType => {
  const bare = bareSchema(part);
  if (!isLine(bare)) return part;
  const text = TextOf(bare.maxLength ?? 0).meta({ ...fieldMeta(part) });
  return part.safeParse(undefined).success ? text.optional() : text;
};

/**
 * Fields as a form was opened with them: stored one-line texts may be older than today's rules, and an edit must be
 * able to mend them.
 */
export const shownFields = <S extends z.ZodRawShape>({ shape }: z.ZodObject<S>): z.ZodObject<S> =>
  z.object(
    Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, storedField(part as z.ZodType)])),
  ) as unknown as z.ZodObject<S>;
