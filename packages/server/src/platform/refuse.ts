import { codes, type CodeName } from '@skyport/contract/codes';

/**
 * What a correct program says to a user who asked for something that cannot be: thrown by handlers, turned into an
 * answer code by the gate, never logged as a fault.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: CodeName;
  constructor(reason: CodeName, message?: string) {
    super(message ?? codes[reason].msg);
    this.reason = reason;
  }
}

/** Refuses with a code of the table, with the table's message unless another is given. */
export const refuse = (reason: CodeName, message?: string): never => {
  throw new Refusal(reason, message);
};
