import type { ReactNode } from 'react';
import { bareSchema, type FieldMeta, fieldMeta } from '@skyport/contract/form';
import { z } from 'zod';

/**
 * The inputs there are. `search` is a choice with a search box, `found` several choices that `find` searches for, kept
 * as text, `several` a list of choices that are ticked, `lines` a list with one entry a line, `day` a date kept as an
 * instant or text by the field's `show` and `take`.
 */
export type InputKind =
  | 'text'
  | 'number'
  | 'switch'
  | 'select'
  | 'search'
  | 'found'
  | 'several'
  | 'textarea'
  | 'secret'
  | 'lines'
  | 'day';

/** One choice of a select; its value is text, whatever is kept. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Choices that are asked for as somebody types; `failed` when they did not come. */
export interface FoundChoices {
  readonly choices: readonly Choice[];
  readonly failed: boolean;
}

/** A hook that finds choices by what was typed, and those that are kept by their values. */
export type FindChoices = (typed: string, kept: readonly string[]) => FoundChoices;

/** Bounds of a number as it is shown: the input's arrows stop there, and typed numbers are left as they are. */
interface Bounds {
  readonly min?: number;
  readonly max?: number;
  /** How far one press of an arrow goes. */
  readonly step?: number;
}

/** `min`, `max` and `step` stand in place of those of the contract. */
interface SpecOf<V, K extends keyof V & string> extends Bounds {
  readonly name: K;
  /** Label, unit and help in place of those of the contract. */
  readonly label?: string;
  readonly unit?: string;
  readonly help?: string;
  /** An example in the empty input. */
  readonly placeholder?: string;
  readonly as?: InputKind;
  readonly choices?: readonly Choice[] | ((values: V) => readonly Choice[]);
  /** In the place of `choices`: they are asked for as somebody types. Never another one. */
  readonly find?: FindChoices;
  /** The first choice when nothing may be chosen; it is kept as null. */
  readonly none?: string;
  /** Shown only while this holds. */
  readonly when?: (values: V) => boolean;
  /** Cannot be changed while this holds. */
  readonly locked?: (values: V) => boolean;
  /** Other fields that change with this one; `values` already has the new value. */
  readonly effect?: (values: V) => Partial<V>;
  /** From the stored value to the one shown (number, text or list), e.g. bytes to GB. */
  readonly show?: (kept: V[K]) => string | number;
  /** From what was typed to the stored value. */
  readonly take?: (typed: string) => V[K];
  /** In the place of an input: shows what is kept, and puts another value. */
  readonly own?: (kept: V[K], put: (value: V[K]) => void) => ReactNode;
  /** A small button beside the input. */
  readonly beside?: (put: (value: V[K]) => void) => ReactNode;
  /** Stands below the input, with what changes fields at one click. */
  readonly note?: (values: V, change: (part: Partial<V>) => void) => ReactNode;
  /** Whether it has to be filled in, where the schema of the field alone does not tell. */
  readonly required?: (values: V) => boolean;
  /** Takes the whole width. */
  readonly wide?: boolean;
  /** Title of the folded part below the other fields that holds this one. */
  readonly fold?: string;
}

/** One field of a form: its name in the contract's schema and how it behaves here. */
export type FieldSpec<V> = { [K in keyof V & string]: SpecOf<V, K> }[keyof V & string];

/** A field with everything known about it; values are kept without their types from here on. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly unit: string | undefined;
  readonly help: string | undefined;
  readonly placeholder: string | undefined;
  readonly kind: InputKind;
  readonly nullable: boolean;
  /** Of a secret: it may have several lines. */
  readonly multiline: boolean;
  readonly wide: boolean;
  readonly fold: string | undefined;
  readonly choices: (values: object) => readonly Choice[];
  readonly find: FindChoices | undefined;
  readonly none: string | undefined;
  readonly isShown: (values: object) => boolean;
  readonly isLocked: (values: object) => boolean;
  readonly effect: ((values: object) => object) | undefined;
  readonly show: ((kept: unknown) => string | number) | undefined;
  readonly take: ((typed: string) => unknown) | undefined;
  readonly own: ((kept: unknown, put: (value: unknown) => void) => ReactNode) | undefined;
  readonly bounds: Bounds;
  readonly beside: ((put: (value: unknown) => void) => ReactNode) | undefined;
  readonly note: ((values: object, change: (part: object) => void) => ReactNode) | undefined;
  readonly isRequired: (values: object) => boolean;
}

/** A schema whose fields a form can show. */
export type FormSchema = z.ZodObject;

/**
 * The fields of a form: the list says which and in what order, the contract's schema what they are called and hold.
 * Throws for a name that the schema does not have.
 */
export const fieldsOf = <S extends FormSchema>(schema: S, specs: readonly FieldSpec<z.input<S>>[]): readonly Field[] =>
  specs.map((spec) => fieldOf(schema, spec as unknown as Spec));

type Spec = SpecOf<Record<string, unknown>, string>;

const labelsOf = (
  spec: Spec,
  meta: FieldMeta | undefined,
): Pick<Field, 'name' | 'label' | 'unit' | 'help' | 'placeholder'> => ({
  name: spec.name,
  label: spec.label ?? meta?.label ?? spec.name,
  unit: spec.unit ?? meta?.unit,
  help: spec.help ?? meta?.help,
  placeholder: spec.placeholder,
});

const fieldOf = (schema: FormSchema, spec: Spec): Field => {
  const part = schema.shape[spec.name] as z.ZodType | undefined;
  if (!part) throw new Error(`the form's schema has no field ${spec.name}`);
  const meta = fieldMeta(part);
  const bare = bareSchema(part);
  const multiline = meta?.multiline === true;
  const kind = spec.as ?? kindOf(bare, meta?.secret === true, multiline);
  const { choices } = spec;
  const fixed = choicesOf(bare, meta?.choices);
  const nullable = part.safeParse(null).success;
  const left = leftIn({ kind, nullable });
  const mayBeEmpty = kind === 'switch' || spec.none !== undefined || left.some((it) => part.safeParse(it).success);
  return {
    ...labelsOf(spec, meta),
    kind,
    nullable,
    multiline,
    wide: spec.wide ?? (['textarea', 'lines', 'found'].includes(kind) || (kind === 'secret' && multiline)),
    fold: spec.fold,
    choices: (values) => (typeof choices === 'function' ? choices(values as never) : (choices ?? fixed)),
    find: spec.find,
    none: spec.none,
    isShown: (values) => spec.when?.(values as never) ?? true,
    isLocked: (values) => spec.locked?.(values as never) ?? false,
    effect: spec.effect as Field['effect'],
    show: spec.show,
    take: spec.take,
    own: spec.own,
    bounds: kind === 'number' ? boundsOf(bare, spec) : {},
    beside: spec.beside,
    note: spec.note as Field['note'],
    isRequired: (values) => spec.required?.(values as never) ?? !mayBeEmpty,
  };
};

/** Whole numbers have no other bound than this when the contract names none. */
const hasBound = (bound: number | null): bound is number => bound !== null && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

const boundsOf = (bare: z.ZodType, { min, max, step, show }: Spec): Bounds => {
  if (!(bare instanceof z.ZodNumber)) return {};
  const shown = (bound: number): number => Number(show ? show(bound) : bound);
  const { minValue: least, maxValue: most } = bare;
  return {
    ...(hasBound(least) && { min: shown(least) }),
    ...(hasBound(most) && { max: shown(most) }),
    ...(bare.isInt && !show && { step: 1 }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(step !== undefined && { step }),
  };
};

/** What an input of numbers holds once it was emptied. */
export const emptyNumber = ({ nullable }: Pick<Field, 'nullable'>): null | '' => (nullable ? null : '');

/**
 * What an input may hold when nothing stands in it. Never undefined: a default of the schema helps nobody who has
 * emptied the input.
 */
const leftIn = ({ kind, nullable }: Pick<Field, 'kind' | 'nullable'>): readonly unknown[] => {
  if (kind === 'number') return [emptyNumber({ nullable })];
  return kind === 'lines' || kind === 'several' ? [[]] : ['', null];
};

const kindOf = (bare: z.ZodType, isSecret: boolean, isMultiline: boolean): InputKind => {
  if (isSecret) return 'secret';
  if (bare instanceof z.ZodBoolean) return 'switch';
  if (bare instanceof z.ZodNumber) return 'number';
  if (bare instanceof z.ZodEnum) return 'select';
  if (bare instanceof z.ZodArray) return 'lines';
  return isMultiline ? 'textarea' : 'text';
};

const choicesOf = (bare: z.ZodType, names: Readonly<Record<string, string>> | undefined): readonly Choice[] =>
  bare instanceof z.ZodEnum
    ? bare.options.map((value) => ({ value: String(value), label: names?.[String(value)] ?? String(value) }))
    : [];

/**
 * What a form keeps of a staff record: the fields that its schema knows. A copy loses the id, so that saving
 * makes a new one.
 */
export const valuesFor = <S extends FormSchema>(schema: S, record: z.input<S>, kind: 'edit' | 'copy'): z.input<S> => {
  const kept = Object.entries(record).filter(([name]) => name in schema.shape);
  return Object.fromEntries(kept.filter(([name]) => kind === 'edit' || name !== '_id')) as z.input<S>;
};
