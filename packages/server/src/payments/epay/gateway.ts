import { SECOND_MS } from '../../platform/clock.ts';
import type { OutgoingAnswer } from '../../platform/outgoing.ts';
import type { KindParts } from '../kinds/kind.ts';
import type { EpayConfig } from './config.ts';
import { fieldsOfAnswer, type Fields } from './fields.ts';
import { isRecent } from './notification.ts';
import type { Signer } from './signer.ts';

/** A merchant that can be used: its secrets are read, and its gateway has an address. */
export interface Merchant {
  readonly config: EpayConfig;
  readonly signer: Signer;
  readonly base: URL;
  readonly parts: KindParts;
}

/** Files that operators copy together with a gateway's address. */
const FILES = /\/(?:submit|mapi|api)\.php$|\/api\/pay\/[a-z]+\/?$/;

/** The address below which a gateway's files stand, from what was typed; undefined when it is none. */
export const baseOf = (typed: string): URL | undefined => {
  const url = URL.parse(typed.trim());
  if (!url || url.username !== '' || !/^https?:$/.test(url.protocol)) return undefined;
  url.search = '';
  url.hash = '';
  url.pathname = `${url.pathname.replace(FILES, '').replace(/\/+$/, '')}/`;
  return url;
};

/** Fields with our signature and, in version 2, the time. */
const signed = ({ config, signer, parts }: Merchant, given: Readonly<Record<string, string>>): URLSearchParams => {
  const time = String(Math.floor(parts.clock.now().getTime() / SECOND_MS));
  const fields = { pid: config.pid, ...given, ...(config.kind === 'epay_v2' && { timestamp: time }) };
  const sign = signer.sign(new Map(Object.entries(fields)));
  return new URLSearchParams({ ...fields, sign, sign_type: signer.signType });
};

/** A page of the gateway's that customers are sent to by a plain link. */
export const signedLink = (merchant: Merchant, path: string, fields: Readonly<Record<string, string>>): string => {
  const url = new URL(path, merchant.base);
  url.search = signed(merchant, fields).toString();
  return url.href;
};

/** Posts a form that we have signed. Throws OutgoingFault. */
export const post = (
  merchant: Merchant,
  path: string,
  ask: { readonly fields: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<OutgoingAnswer> =>
  merchant.parts.http.send({
    url: new URL(path, merchant.base),
    form: signed(merchant, ask.fields),
    signal: ask.signal,
  });

/**
 * Asks version 1, whose questions are signed by nothing: the key itself stands in the address, which is therefore asked
 * by https alone and said to nobody. Throws OutgoingFault.
 */
export const askByKey = (
  { config, base, parts }: Merchant,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<OutgoingAnswer> => {
  const url = new URL('api.php', base);
  const key = config.kind === 'epay_v1' ? config.key.trim() : '';
  url.search = new URLSearchParams({ ...fields, pid: config.pid, key }).toString();
  return parts.http.send({ url, signal });
};

/** What an answer is worth. */
export type Answer =
  /** The gateway says yes; in version 2 its signature was checked. */
  | { readonly kind: 'yes'; readonly fields: Fields }
  /** It says no, which is signed in neither version. */
  | { readonly kind: 'no'; readonly fields: Fields }
  /** It says yes and its signature is wrong or missing, or its time is far from ours. */
  | { readonly kind: 'signature' | 'time' }
  | { readonly kind: 'notJson' };

/** Reads an answer. The number for success is 1 in version 1 and 0 in version 2. */
export const readAnswer = ({ config, signer, parts }: Merchant, { text }: Pick<OutgoingAnswer, 'text'>): Answer => {
  const fields = fieldsOfAnswer(text);
  if (!fields) return { kind: 'notJson' };
  const isFirst = config.kind === 'epay_v1';
  if (fields.get('code') !== (isFirst ? '1' : '0')) return { kind: 'no', fields };
  if (isFirst) return { kind: 'yes', fields };
  if (fields.get('sign_type') !== signer.signType || !signer.isSigned(fields)) return { kind: 'signature' };
  return isRecent(fields, parts.clock) ? { kind: 'yes', fields } : { kind: 'time' };
};
