import type { UserInfo } from '@skyport/contract/accounts';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import { accountTexts, isEmail, MIN_PASSWORD } from '../accounts/index.ts';

/** Names of the switches, in their order on the page. */
export const SWITCHES = ['inXinjiang', 'in_foreign', 'use_english_node'] as const;

/** What the form holds. */
export interface ProfileValues extends Pick<UserInfo, 'email' | 'icon' | (typeof SWITCHES)[number]> {
  readonly password: string;
}

/** The form of an account as it is stored. */
export const profileValuesOf = ({
  email,
  icon,
  inXinjiang,
  in_foreign,
  use_english_node,
}: UserInfo): ProfileValues => ({
  email,
  icon,
  inXinjiang,
  in_foreign,
  use_english_node,
  password: '',
});

/** What somebody typed to change the password. */
export interface PasswordValues {
  readonly current: string;
  readonly password: string;
  readonly confirm: string;
}

/** Which field of it is wrong and why. */
export type PasswordProblem = FieldProblem<keyof PasswordValues>;

/** What is wrong with a change of password; undefined when it may be sent. */
export const passwordProblem = ({ current, password, confirm }: PasswordValues): PasswordProblem | undefined => {
  if (current === '') return { field: 'current', message: accountTexts.passwordEmpty };
  if (password !== confirm) return { field: 'confirm', message: accountTexts.passwordsDiffer };
  if (password.length < MIN_PASSWORD) return { field: 'password', message: accountTexts.passwordShort };
  return undefined;
};

/** Which field is wrong and why. */
export type ProfileProblem = FieldProblem<'email' | 'password'>;

/** Whether the form asks for another address; the server keeps addresses in small letters. */
export const movesEmail = ({ email }: Pick<ProfileValues, 'email'>, user: Pick<UserInfo, 'email'>): boolean =>
  email.trim().toLowerCase() !== user.email;

/** What is wrong with the form; undefined when it may be sent. */
export const profileProblem = (values: ProfileValues, user: Pick<UserInfo, 'email'>): ProfileProblem | undefined => {
  const email = values.email.trim();
  if (email === '') return { field: 'email', message: accountTexts.emailEmpty };
  if (!isEmail(email)) return { field: 'email', message: accountTexts.emailWrong };
  if (movesEmail(values, user) && values.password === '') {
    return { field: 'password', message: accountTexts.passwordEmpty };
  }
  return undefined;
};
