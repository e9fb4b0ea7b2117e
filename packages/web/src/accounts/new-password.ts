import type { FieldProblem } from '@skyport/contract/field-refusal';
import { commonTexts } from './common-texts.ts';

/** The shortest password that an account may have. */
const MIN_PASSWORD = 8;

/** A new password as it was typed, twice. */
export interface NewPassword {
  readonly password: string;
  readonly confirm: string;
}

/** What is wrong with a new password, in the order of the specification (§5); undefined when it may be sent. */
export const newPasswordProblem = ({ password, confirm }: NewPassword): FieldProblem<keyof NewPassword> | undefined => {
  if (password !== confirm) return { field: 'confirm', message: commonTexts.passwordsDiffer };
  if (password.length < MIN_PASSWORD) return { field: 'password', message: commonTexts.passwordShort };
  return undefined;
};
