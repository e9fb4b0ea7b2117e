import type { UserInfo } from '@skyport/contract/accounts';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import { accountTexts, isEmail, type NewPassword, newPasswordProblem } from '../accounts/index.ts';

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

/** Whether a form holds what its account does not; a password is asked for only beside another address. */
export const isChanged = (values: ProfileValues, user: UserInfo): boolean => {
  const stored = profileValuesOf(user);
  return (['email', 'icon', ...SWITCHES] as const).some((name) => values[name] !== stored[name]);
};

/** What somebody typed to change the password. */
export interface PasswordValues extends NewPassword {
  readonly current: string;
}

/** Which field of it is wrong and why. */
export type PasswordProblem = FieldProblem<keyof PasswordValues>;

/** What is wrong with a change of password; undefined when it may be sent. */
export const passwordProblem = (values: PasswordValues): PasswordProblem | undefined =>
  values.current === '' ? { field: 'current', message: accountTexts.passwordEmpty } : newPasswordProblem(values);

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
