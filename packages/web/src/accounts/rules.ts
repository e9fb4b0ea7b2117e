import type { FieldProblem } from '@skyport/contract/field-refusal';
import { isEmail } from './is-email.ts';
import { type NewPassword, newPasswordProblem } from './new-password.ts';
import { texts } from './texts.ts';

/** What somebody typed to make an account. */
export interface NewAccount extends NewPassword {
  readonly email: string;
}

/** Which field is wrong and why. */
export type AccountProblem = FieldProblem<keyof NewAccount>;

/** What is wrong with a log-in form, email first; undefined when it may be sent. */
export const loginProblem = ({ email, password }: Omit<NewAccount, 'confirm'>): AccountProblem | undefined => {
  if (email === '') return { field: 'email', message: texts.emailEmpty };
  if (password === '') return { field: 'password', message: texts.passwordEmpty };
  return undefined;
};

/** What is wrong with a sign-up form, in the order of the specification (§5); undefined when it may be sent. */
export const signUpProblem = (account: NewAccount): AccountProblem | undefined =>
  newPasswordProblem(account) ?? (isEmail(account.email) ? undefined : { field: 'email', message: texts.emailWrong });

/** What somebody typed to reset a password. */
export interface ResetForm extends NewAccount {
  readonly link: string;
}

/** Which field of the reset form is wrong and why. */
export type ResetProblem = FieldProblem<keyof ResetForm>;

/** A shorter text can be no subscription link. */
const MIN_LINK = 8;

/** What is wrong with a reset form, in the order of the specification (§5); undefined when it may be sent. */
export const resetProblem = (form: ResetForm): ResetProblem | undefined => {
  if (form.password === '') return { field: 'password', message: texts.reset.passwordEmpty };
  if (form.confirm === '') return { field: 'confirm', message: texts.reset.passwordEmpty };
  const problem = signUpProblem(form);
  if (problem) return problem;
  return form.link.length < MIN_LINK ? { field: 'link', message: texts.reset.linkWrong } : undefined;
};

/** What is wrong with a link by which an account should be found; undefined when it may be sent. */
export const findProblem = (link: string): ResetProblem | undefined =>
  link.length < MIN_LINK ? { field: 'link', message: texts.reset.linkFirst } : undefined;
