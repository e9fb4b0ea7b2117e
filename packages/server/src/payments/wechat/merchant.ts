import type { KeyObject } from 'node:crypto';
import type { KindParts } from '../kinds/kind.ts';
import { isOwnKey, readCertificates, readPrivateKey, readPublicKey } from '../rsa-keys.ts';
import type { WechatConfig } from './config.ts';
import { wechatTexts } from './texts.ts';

const { test: texts } = wechatTexts;

const GATEWAY = 'https://api.mch.weixin.qq.com/';

/** A merchant that can be used: its keys are read, and the interface has an address. */
export interface Merchant {
  readonly config: WechatConfig;
  readonly base: URL;
  readonly own: KeyObject;
  /** Keys of WeChat Pay by their names: several while it goes from one to another. */
  readonly theirs: ReadonlyMap<string, KeyObject>;
  readonly apiKey: Buffer;
  readonly parts: KindParts;
}

/** Where a merchant is asked, from the typed address; undefined when that is no address. */
export const baseOf = (typed: string): URL | undefined => {
  const url = URL.parse(typed.trim() || GATEWAY);
  return url?.username === '' && url.pathname === '/' && url.search === '' && /^https?:$/.test(url.protocol)
    ? url
    : undefined;
};

/** Numbers of certificates as they are compared: leading zeros and the case of letters say nothing. */
export const serialOf = (text: string): string =>
  text.startsWith('PUB_KEY_ID_') ? text : text.replace(/^0+/, '').toUpperCase();

/** The keys of WeChat Pay that are set, or a Chinese sentence of what is wrong with them. */
const theirKeys = (config: WechatConfig): ReadonlyMap<string, KeyObject> | string => {
  const { keyId, platformKey, platformCert } = config;
  const keys = new Map<string, KeyObject>();
  if (keyId !== '' || platformKey !== '') {
    const key = readPublicKey(platformKey);
    if (!/^PUB_KEY_ID_\w+$/.test(keyId) || platformKey === '') return texts.keyId;
    if (!key) return texts.platformKey;
    keys.set(keyId, key);
  }
  if (platformCert !== '') {
    const certificates = readCertificates(platformCert) ?? [];
    if (certificates.length === 0) return texts.platformCert;
    for (const { serialNumber, publicKey } of certificates) keys.set(serialOf(serialNumber), publicKey);
  }
  return keys.size > 0 ? keys : texts.noKeys;
};

/** What of a configuration is written wrongly, as far as it is not a key. */
const misspelt = ({ mchid, appId, serial, apiKey }: WechatConfig): string | undefined => {
  if (!/^\d{8,10}$/.test(mchid)) return texts.mchid;
  if (!/^wx[0-9a-zA-Z]{6,30}$/.test(appId)) return texts.appId;
  if (!/^[0-9A-Fa-f]{8,64}$/.test(serial)) return texts.serial;
  return Buffer.byteLength(apiKey) === 32 ? undefined : texts.apiKey;
};

/** The merchant of a configuration, or a Chinese sentence of what it lacks. */
export const merchantOf = (config: WechatConfig, parts: KindParts): Merchant | string => {
  const base = baseOf(config.gateway);
  if (!base) return texts.gateway;
  const problem = parts.http.problemOf(base);
  if (problem) return texts[problem];
  const wrong = misspelt(config);
  if (wrong !== undefined) return wrong;
  const own = readPrivateKey(config.privateKey);
  if (!own) return texts.privateKey;
  const theirs = theirKeys(config);
  if (typeof theirs === 'string') return theirs;
  if ([...theirs.values()].some((key) => isOwnKey(own, key))) return texts.ownKey;
  return { config, base, own, theirs, apiKey: Buffer.from(config.apiKey), parts };
};
