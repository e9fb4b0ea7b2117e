import type { z } from 'zod';

/** A text somewhere inside of a schema. */
export interface TextPlace {
  /** Where it stands, e.g. `login.email` or `rules.lists[].suffixes[]`. */
  readonly at: string;
  readonly schema: z.ZodType;
  /** Longest text that is taken, in characters; undefined when there is no bound in front of everything else. */
  readonly max: number | undefined;
  readonly patterns: readonly RegExp[];
}

/** What a walk through a schema found. A problem is one sentence. */
export interface Walk {
  readonly texts: TextPlace[];
  readonly problems: string[];
}

/** The parts of zod's definitions that are looked at. */
interface Def {
  readonly type: string;
  readonly check?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDef } }[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly rest?: z.ZodType | null;
  readonly options?: readonly z.ZodType[];
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
}
interface CheckDef {
  readonly check: string;
  readonly abort?: boolean;
  readonly maximum?: number;
  readonly length?: number;
  readonly pattern?: RegExp;
}

const LEAVES: readonly string[] = ['number', 'boolean', 'null', 'enum', 'literal', 'transform', 'undefined'];

/**
 * Every text inside of a schema, in lists, records and choices too, and what in it takes without end: texts without a
 * bound that comes first and ends the check, lists without a largest length, records whose keys anybody may choose, and
 * kinds of schema that take anything. `known` are schemas that are looked at by hand.
 */
export const walk = (schema: z.ZodType, at: string, known: ReadonlySet<z.ZodType> = new Set()): Walk => {
  const found: Walk = { texts: [], problems: [] };
  step(schema, at, found, known);
  return found;
};

const step = (schema: z.ZodType, at: string, found: Walk, known: ReadonlySet<z.ZodType>): void => {
  const def = defOf(schema);
  if (known.has(schema) || LEAVES.includes(def.type)) return undefined;
  if (def.type === 'string') return takeText(schema, at, found);
  const parts = wrappedIn(def, at) ?? collectedIn(def, at);
  const problem = parts ? endlessness(def) : `is of kind ${def.type}, which takes anything`;
  if (problem !== undefined) found.problems.push(`${at} ${problem}`);
  for (const [part, where] of parts ?? []) step(part, where, found, known);
  return undefined;
};

const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

type Parts = readonly (readonly [part: z.ZodType, at: string])[];

const wrappedIn = (def: Def, at: string): Parts | undefined => {
  if (def.innerType) return [[def.innerType, at]];
  if (def.options) return def.options.map((option) => [option, at]);
  return (
    def.in &&
    def.out && [
      [def.in, at],
      [def.out, at],
    ]
  );
};

const collectedIn = (def: Def, at: string): Parts | undefined => {
  if (def.shape) return Object.entries(def.shape).map(([name, field]) => [field, `${at}.${name}`]);
  if (def.element) return [[def.element, `${at}[]`]];
  if (def.items) return def.items.map((item, i) => [item, `${at}[${i}]`]);
  return def.valueType && [[def.valueType, `${at}{}`]];
};

const endlessness = (def: Def): string | undefined => {
  if (def.element ? lengthOf(def) === undefined : def.rest) return 'is a list without a largest length';
  const open = def.keyType && !['enum', 'literal'].includes(defOf(def.keyType).type);
  return open ? 'is a record whose keys anybody may choose' : undefined;
};

const checksOf = (schema: z.ZodType): readonly CheckDef[] => {
  const def = defOf(schema);
  const others = (def.checks ?? []).map((check) => check._zod.def);
  return def.check === undefined ? others : [def as unknown as CheckDef, ...others];
};

const boundOf = ({ check, maximum, length }: CheckDef): number | undefined => {
  if (check === 'max_length') return maximum;
  return check === 'length_equals' ? length : undefined;
};

const lengthOf = (def: Def): number | undefined =>
  (def.checks ?? []).map((check) => boundOf(check._zod.def)).find((bound) => bound !== undefined);

/** What may come before the bound: blanks are taken off, which takes time in proportion only. */
const isHarmless = ({ check }: CheckDef): boolean => check === 'overwrite';

const takeText = (schema: z.ZodType, at: string, found: Walk): void => {
  const checks = checksOf(schema);
  const first = checks.find((check) => !isHarmless(check));
  const max = first?.abort === true ? boundOf(first) : undefined;
  if (max === undefined) found.problems.push(`${at} has no bound that comes first and ends the check`);
  found.texts.push({ at, schema, max, patterns: checks.flatMap(({ pattern }) => pattern ?? []) });
};
