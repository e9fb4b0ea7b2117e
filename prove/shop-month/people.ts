import { postCall, type PostedAnswer, type TestSession } from '@skyport/server/testing-app';
import type { Person } from './journal.ts';
import type { Month } from './month.ts';

/** The password of everybody, as pages send it. */
export const PASSWORD = 'ab'.repeat(32);

/** How many of those who sign up come by somebody's code. */
const INVITED = 0.5;

const cookieOf = ({ cookies }: PostedAnswer): string => cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

const post = (month: Month, path: string, payload: object): Promise<PostedAnswer> => {
  const n = month.next();
  return postCall(month.panel.app().gate, path, { payload, address: `198.18.${(n >> 8) & 255}.${n & 255}` });
};

const sessionOf = async (month: Month, email: string, posted: PostedAnswer): Promise<TestSession> => {
  if (posted.answer.code !== 0) throw new Error(`${email} cannot come in: ${posted.answer.msg}`);
  const { db } = month.panel.app().deps;
  const row = await db.selectFrom('users').select(['id', 'num']).where('email', '=', email).executeTakeFirstOrThrow();
  return { userId: row.id, num: Number(row.num), email, token: '', cookie: cookieOf(posted) };
};

/** Somebody signs up, with the code of somebody else or without one. */
export const signUp = async (month: Month): Promise<Person> => {
  const email = `customer${month.next()}@month.example`;
  const inviter =
    month.random() < INVITED ? month.one(month.journal.people.filter(({ code }) => code !== '')) : undefined;
  const form = { email, password: PASSWORD, ...(inviter && { channel_code: inviter.code }) };
  const session = await sessionOf(month, email, await post(month, '/api/user/signup', form));
  const { data } = await month.call('/api/channel/channel_info', {}, session);
  const person = { session, code: data.chanelInfo.code, isAgency: false, isAgencyUser: false };
  month.journal.people.push(person);
  return person;
};

/** An agency makes a customer, who sets a password by the link. */
export const signUpByAgency = async (month: Month, agency: Person): Promise<Person | undefined> => {
  const email = `agency-customer${month.next()}@month.example`;
  const made = await month.call('/api/channel/agency_make_customer', { email }, agency.session);
  if (made.code !== 0) return undefined;
  const code = new URLSearchParams(new URL(made.data.link).hash.split('?')[1]).get('code') ?? '';
  const posted = await post(month, '/api/user/set_first_password', { code, password: PASSWORD });
  const session = await sessionOf(month, email, posted);
  const person = { session, code: '', isAgency: false, isAgencyUser: true };
  month.journal.people.push(person);
  return person;
};
