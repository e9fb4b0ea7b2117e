import { z } from 'zod';

/** A refusal of one field of a form, with the sentence to show. */
export interface FieldProblem<Name extends string = string> {
  readonly field: Name;
  readonly message: string;
}

const FieldRefusal = z.object({ field: z.string().max(64) });

/** What a refusal carries that concerns one field of a form: its name on the wire. */
export type FieldRefusal = z.output<typeof FieldRefusal>;

/** The field that a refusal's data names; undefined where it concerns none. */
export const refusedField = (data: unknown): string | undefined => FieldRefusal.safeParse(data).data?.field;
