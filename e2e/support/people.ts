import { randomBytes } from 'node:crypto';
import type { UserInfo } from '@skyport/contract/accounts';
import { type Actor, passwordHash } from './actor.ts';
import type { Panel } from './panel.ts';

/** An account with its log-in. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly actor: Actor;
}

/** The first admin, by the link that the panel printed. */
export const becomeAdmin = async (panel: Panel, email = 'operator@example.com'): Promise<Person> => {
  const code = (await panel.setupLink()).split('code=')[1] ?? '';
  const password = randomBytes(9).toString('base64url');
  const actor = panel.visitor();
  await actor.accounts.setupAdmin({ email, password: passwordHash(password), code });
  return { email, password, actor };
};

/** A new customer. */
export const signUp = async (panel: Panel, email: string): Promise<Person> => {
  const password = randomBytes(9).toString('base64url');
  const actor = panel.visitor();
  await actor.accounts.signup({ email, password: passwordHash(password) });
  return { email, password, actor };
};

/** The subscription link of one kind, as the page makes it. */
export const linkOf = async ({ actor }: Person, panel: Panel, kind: string): Promise<string> => {
  const { _id, userkey }: UserInfo = await actor.accounts.userInfo({});
  return `${panel.url}/api/subscript/${kind}/${_id}/${userkey}`;
};
