import { randomBytes } from 'node:crypto';
import type { UserInfo } from '@skyport/contract/accounts';
import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { solve } from '@skyport/server/accounts/log-in/captcha-testing';
import { type Actor, passwordHash } from './actor.ts';
import type { Panel } from './panel.ts';

/** An account with its log-in. */
export interface TestAccount {
  readonly email: string;
  readonly password: string;
  readonly actor: Actor;
}

/** The first admin, by the link that the panel printed. */
export const becomeAdmin = async (panel: Panel, email = 'operator@example.com'): Promise<TestAccount> => {
  const code = (await panel.setupLink()).split('code=')[1] ?? '';
  const password = randomBytes(9).toString('base64url');
  const actor = panel.visitor();
  await actor.accounts.setupAdmin({ email, password: passwordHash(password), code });
  return { email, password, actor };
};

/** A new customer, perhaps of a channel; the captcha that many sign-ups from one address are asked for is solved. */
export const signUp = async (panel: Panel, email: string, channelCode = ''): Promise<TestAccount> => {
  const password = randomBytes(9).toString('base64url');
  const actor = panel.visitor();
  const form = { email, password: passwordHash(password), channel_code: channelCode };
  await actor.accounts.signup(form).catch(async (problem: unknown) => {
    if (!(problem instanceof CallError) || problem.code !== codes.captchaNeeded.code) throw problem;
    const captcha = solve(await actor.accounts.captcha({ call: '/api/user/signup' }));
    await actor.accounts.signup({ ...form, captcha });
  });
  return { email, password, actor };
};

/** The subscription link of one kind, as the page makes it. */
export const linkOf = async ({ actor }: TestAccount, panel: Panel, kind: string): Promise<string> => {
  const { _id, userkey }: UserInfo = await actor.accounts.userInfo({});
  return `${panel.url}/api/subscript/${kind}/${_id}/${userkey}`;
};
