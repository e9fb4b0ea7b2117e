import { createHash } from 'node:crypto';
import { calls } from '@skyport/contract';
import { makeClient, type Client } from '@skyport/contract/client';

/** Somebody who makes calls: the typed client with a cookie jar of its own. */
export interface Actor extends Client<typeof calls> {
  /** Cookies as a Cookie header. */
  cookies(): string;
}

/** What the page sends instead of a password. */
export const passwordHash = (password: string): string => createHash('sha256').update(password, 'utf8').digest('hex');

/** Somebody without a session; log-in and sign-up calls give them one. */
export const anonymous = (url: string): Actor => {
  const jar = new Map<string, string>();
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = async (path: string, body: { readonly data: string }): Promise<unknown> => {
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
  return { ...makeClient(calls, send), cookies };
};
