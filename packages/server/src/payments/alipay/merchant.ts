import type { KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import type * as library from 'alipay-sdk';
import type { KindParts } from '../kinds/kind.ts';
import { isOwnKey, readPrivateKey, readPublicKey } from '../rsa-keys.ts';
import type { AlipayConfig } from './config.ts';
import { alipayTexts } from './texts.ts';

const { test: texts } = alipayTexts;

/** The library takes its time and 40 MB for an HTTP client of its own: only who has an instance of Alipay loads it. */
const load = createRequire(import.meta.url);

const GATEWAY = 'https://openapi.alipay.com/gateway.do';

/** An application that can be used: its keys are read, and its gateway has an address. */
export interface Merchant {
  readonly config: AlipayConfig;
  readonly gateway: URL;
  /** Signs and verifies; it is never told to ask anybody: that is done by our own rules for addresses outside. */
  readonly sdk: library.AlipaySdk;
  readonly parts: KindParts;
}

/** Where an application is asked, from what was typed; undefined when that is no address. */
export const gatewayOf = (typed: string): URL | undefined => {
  const url = URL.parse(typed.trim() || GATEWAY);
  return url?.username === '' && url.search === '' && /^https?:$/.test(url.protocol) ? url : undefined;
};

const pemOf = (key: KeyObject, type: 'pkcs8' | 'spki'): string =>
  (key.export({ type, format: 'pem' }) as string).trim();

/** The application of a configuration, or a Chinese sentence of what it lacks. */
export const merchantOf = (config: AlipayConfig, parts: KindParts): Merchant | string => {
  const gateway = gatewayOf(config.gateway);
  if (!gateway) return texts.gateway;
  const problem = parts.http.problemOf(gateway);
  if (problem) return texts[problem];
  if (!/^\d{10,32}$/.test(config.appId)) return texts.appId;
  if (config.sellerId !== '' && !/^2088\d{12}$/.test(config.sellerId)) return texts.sellerId;
  const [own, theirs] = [readPrivateKey(config.privateKey), readPublicKey(config.platformKey)];
  if (!own) return texts.privateKey;
  if (!theirs) return texts.platformKey;
  if (isOwnKey(own, theirs)) return texts.ownKey;
  const { AlipaySdk } = load('alipay-sdk') as typeof library;
  const sdk = new AlipaySdk({
    appId: config.appId,
    privateKey: pemOf(own, 'pkcs8'),
    keyType: 'PKCS8',
    alipayPublicKey: pemOf(theirs, 'spki'),
    gateway: gateway.href,
    signType: 'RSA2',
  });
  return { config, gateway, sdk, parts };
};
