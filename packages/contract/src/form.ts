import type { z } from 'zod';

/** What a form shows about one field; the contract is the only place that says it. */
export interface FieldMeta {
  readonly label: string;
  /** Unit shown behind the input, e.g. `天`. */
  readonly unit?: string;
  /** One or two sentences for the operator. */
  readonly help?: string;
  /** Chinese names of an enum's values. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Write-only: the answer carries an empty text, an empty text sent keeps the stored value. */
  readonly secret?: boolean;
  /** Several lines of text. */
  readonly multiline?: boolean;
  /** A list whose order says nothing. */
  readonly unordered?: boolean;
  /** The field is the mark of this secret: it says whether another one was stored, and nothing of it. */
  readonly marks?: string;
}

/** Gives a schema its label (and unit, help …). Call it last: wrappers such as `.default()` hide what is inside. */
export const field = <T extends z.ZodType>(label: string, schema: T, more: Omit<FieldMeta, 'label'> = {}): T =>
  schema.meta({ label, ...more });

/** What `field` said about a schema, looked for through optional, nullable, default and pipe wrappers too. */
export const fieldMeta = (schema: z.ZodType): FieldMeta | undefined => {
  for (let at: z.ZodType | undefined = schema; at; at = inner(at)) {
    const meta = at.meta();
    if (typeof meta?.['label'] === 'string') return meta as unknown as FieldMeta;
  }
  return undefined;
};

/** The schema without its wrappers: what decides which input a form shows. */
export const bareSchema = (schema: z.ZodType): z.ZodType => {
  let at = schema;
  for (let next = inner(at); next; next = inner(at)) at = next;
  return at;
};

const inner = (schema: z.ZodType): z.ZodType | undefined => {
  const def = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  return def.innerType ?? def.in;
};
