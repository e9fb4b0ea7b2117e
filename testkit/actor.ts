import { createHash } from 'node:crypto';
import { calls } from '@skyport/contract';
import { makeClient, readAnswer, type Client } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { decodeEnvelope, encodeEnvelope } from '@skyport/contract/envelope';
import { CONFIRM_FIELD } from '@skyport/contract/step-up';

/** Somebody who makes calls: the typed client with a cookie jar of its own. */
export interface Actor extends Client<typeof calls> {
  /** Cookies as a Cookie header. */
  cookies(): string;
}

/** What the page sends instead of a password. */
export const passwordHash = (password: string): string => createHash('sha256').update(password, 'utf8').digest('hex');

/** Calls that begin a session with a password. */
const ENTRIES: ReadonlySet<string> = new Set(
  [calls.accounts.login, calls.accounts.signup, calls.accounts.setupAdmin].map(({ path }) => path),
);

/** The password that a call gives, as it was sent. */
const passwordOf = (payload: unknown): string | undefined =>
  typeof payload === 'object' && payload !== null && 'password' in payload && typeof payload.password === 'string'
    ? payload.password
    : undefined;

/**
 * Somebody without a session; log-in and sign-up calls give them one. When the panel asks for a step-up, they give
 * the password with which they came.
 */
export const anonymous = (url: string): Actor => {
  const jar = new Map<string, string>();
  let password: string | undefined;
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const post = async (path: string, body: { readonly data: string }): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies() },
      body: JSON.stringify(body),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return answer.json();
  };
  const send = async (path: string, body: { readonly data: string }): Promise<unknown> => {
    const payload = decodeEnvelope(body.data);
    if (ENTRIES.has(path)) password = passwordOf(payload);
    const answer = await post(path, body);
    if (password === undefined || readAnswer(answer).code !== codes.stepUpNeeded.code) return answer;
    return post(path, { data: encodeEnvelope({ ...(payload as object), [CONFIRM_FIELD]: password }) });
  };
  return { ...makeClient(calls, send), cookies };
};
