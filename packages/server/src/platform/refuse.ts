import { codes, type CodeName } from '@skyport/contract/codes';
import type { FieldProblem, FieldRefusal } from '@skyport/contract/field-refusal';

/**
 * What a correct program says to a user who asked for something that cannot be: thrown by handlers, turned into an
 * answer code by the gate, never logged as a fault.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: CodeName;
  /** What the answer carries besides code and message. */
  readonly data: unknown;
  constructor(reason: CodeName, message?: string, data: unknown = null) {
    super(message ?? codes[reason].msg);
    this.reason = reason;
    this.data = data;
  }
}

/** Refuses with a code of the table, with the table's message unless another is given; rarely with data. */
export const refuse = (reason: CodeName, message?: string, data?: unknown): never => {
  throw new Refusal(reason, message, data);
};

/** Refuses what one field of a form says: the form shows the sentence at that field, wherever else it is said. */
export const refuseField = ({ field, message }: FieldProblem, reason: CodeName = 'invalidPayload'): never =>
  refuse(reason, message, { field } satisfies FieldRefusal);
