import { isIPv6 } from 'node:net';
import type { Settings } from '@skyport/contract/settings-table';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';

/** Address that mails come from: the one of the settings, else the account at the mail server. */
export const senderOf = ({ smtp_from, smtp_user }: Pick<Settings, 'smtp_from' | 'smtp_user'>): string =>
  [smtp_from, smtp_user].map((address) => address.trim()).find((address) => isAddress(address)) ?? '';

/** Whether a text is one bare ASCII address: nothing of it can break out of a header or of an SMTP command. */
export const isAddress = (text: string): boolean =>
  text.length <= 254 && /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text);

/** Whether mails can be sent: a mail server and an address to send from are set. */
export const mailIsOn = (settings: Pick<Settings, 'smtp_host' | 'smtp_from' | 'smtp_user'>): boolean =>
  settings.smtp_host.trim() !== '' && senderOf(settings) !== '';

/** Pauses after the first, second … failed try: short at first, because a link in the mail lives for half an hour. */
const PAUSES_MS = [1, 2, 5, 10, 30].map((n) => n * MINUTE_MS).concat([2 * HOUR_MS, 6 * HOUR_MS]);
const LONGEST_PAUSE_MS = 12 * HOUR_MS;

/** How long a mail that nothing else limits is tried. */
export const KEPT_TRYING_MS = 3 * DAY_MS;

/** When a mail is tried again after its `tries`-th failed try. */
export const nextTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + (PAUSES_MS[tries - 1] ?? LONGEST_PAUSE_MS));

/**
 * What a failed try means: nobody will ever take this mail, this mail may be taken later, or the mail server itself is
 * at fault, so that the next mail would meet the same.
 */
export type Verdict = 'refused' | 'later' | 'stop';

/** What is known of a failed try: code of the failure, the server's reply and the command that it answered. */
export interface SmtpFault {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

/**
 * A permanent reply (RFC 5321 §4.2.1) about the recipient or the message is final, unless it is about us: who may send
 * is policy (530, and the 5.7 codes of RFC 3463), which the operator can mend. Without a reply about this very mail the
 * server is at fault.
 */
export const verdictOf = ({ responseCode = 0, response = '', command = '' }: SmtpFault): Verdict => {
  if (responseCode < 400 || (command !== 'RCPT TO' && command !== 'DATA')) return 'stop';
  const policy = responseCode === 530 || / 5\.7\.\d/.test(response);
  return responseCode >= 500 && !policy ? 'refused' : 'later';
};

/** A short reason for a failed try, made of a closed set of parts: a server's own text may quote addresses. */
export const reasonOf = ({ code = '', responseCode, command = '' }: SmtpFault): string =>
  [code, responseCode ?? '', command]
    .map(String)
    .map((word) => word.replaceAll(/[^A-Za-z0-9 _-]/g, '').slice(0, 30))
    .filter(Boolean)
    .join(' ') || 'unknown';

/** Address that a browser on this machine can open. */
const listenAddress = ({ HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>): string => {
  if (HOST === '0.0.0.0' || HOST === '::') return `http://127.0.0.1:${PORT}`;
  return `http://${isIPv6(HOST) ? `[${HOST}]` : HOST}:${PORT}`;
};

/** The product's own addresses from its configuration, scheme first, in the order in which they are preferred. */
const basesOf = (env: Pick<Env, 'PUBLIC_URL' | 'DOMAINS' | 'HOST' | 'PORT'>, preferDomain: string): URL[] => {
  const scheme = env.PUBLIC_URL.startsWith('http:') ? 'http' : 'https';
  const own = [env.PUBLIC_URL, ...[preferDomain.trim(), ...env.DOMAINS].map((host) => withScheme(host, scheme))];
  return [...own, listenAddress(env)].flatMap((url) => (url !== '' && URL.canParse(url) ? [new URL(url)] : []));
};

/** Host names of the console, the agency's included: where a session may be moved to. Without ports, lower-case. */
export const consoleHosts = (
  env: Pick<Env, 'PUBLIC_URL' | 'DOMAINS' | 'HOST' | 'PORT'>,
  { preferDomain, agency_user_domain }: Pick<Settings, 'preferDomain' | 'agency_user_domain'>,
): readonly string[] => {
  const agency = withScheme(agency_user_domain.trim(), 'https');
  const own = [...basesOf(env, preferDomain), ...(URL.canParse(agency) ? [new URL(agency)] : [])];
  return own.map(({ hostname }) => hostname);
};

const withScheme = (host: string, scheme: string): string =>
  host === '' || /^https?:\/\//.test(host) ? host : `${scheme}://${host}`;

/**
 * Scheme and host (no slash at the end) that a mailed link leads to. `wanted` is a host name that somebody claims; it
 * only selects one of the configured ones. What a request says of its own host is never asked.
 */
export const consoleBase = (
  env: Pick<Env, 'PUBLIC_URL' | 'DOMAINS' | 'HOST' | 'PORT'>,
  settings: Pick<Settings, 'preferDomain'>,
  wanted = '',
): string => {
  const bases = basesOf(env, settings.preferDomain);
  // The last one is where the server listens: for want of anything else, never because somebody asked for it.
  const configured = bases.slice(0, -1);
  const chosen = configured.find(({ hostname }) => hostname === wanted.toLowerCase()) ?? bases[0]!;
  return chosen.href.replace(/[?#].*$/, '').replace(/\/$/, '');
};
