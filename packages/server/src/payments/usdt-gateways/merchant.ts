import type { OutgoingAnswer } from '../../platform/outgoing.ts';
import { baseOf } from '../epay/gateway.ts';
import { yuanText } from '../epay/amounts.ts';
import { plainAddress } from '../plain-address.ts';
import type { KindParts } from '../kinds/kind.ts';
import { usdtGatewayTexts } from './texts.ts';
import { tokenSigner, type TokenAlgorithm, type TokenSigner } from './token-signer.ts';

const { test: texts } = usdtGatewayTexts;

/** What every gateway that takes USDT for its shops needs to know of us. */
export interface TokenConfig {
  /** Name of the instance in trades and in the ledger. */
  readonly instance: string;
  readonly label: string;
  /** Where the gateway's paths begin, such as `https://pay.example.com/`. */
  readonly gateway: string;
  /** The token that signs, both ways. */
  readonly key: string;
  /** Coin and chain that customers pay in, as the gateway names them; empty for the usual one. */
  readonly coin: string;
}

/** A merchant that can be used: its token is there, and its gateway has an address. */
export interface TokenMerchant<Config extends TokenConfig> {
  readonly config: Config;
  readonly signer: TokenSigner;
  readonly base: URL;
  readonly parts: KindParts;
}

/** How a dialect signs, and how it names coins. */
export interface TokenDialect {
  /** The field that holds the signature. */
  readonly signature: string;
  readonly algorithm: TokenAlgorithm;
  readonly coin: RegExp;
}

/** The signer of a configuration; undefined without its token. */
export const signerOf = ({ key }: TokenConfig, { signature, algorithm }: TokenDialect): TokenSigner | undefined =>
  tokenSigner(key.trim(), { name: signature, algorithm });

/** The merchant of a configuration, or a Chinese sentence of what it lacks. */
export const merchantOf = <Config extends TokenConfig>(
  config: Config,
  parts: KindParts,
  dialect: TokenDialect,
): TokenMerchant<Config> | string => {
  const base = baseOf(config.gateway);
  if (!base) return texts.gateway;
  const problem = parts.http.problemOf(base);
  if (problem) return texts[problem];
  const signer = signerOf(config, dialect);
  if (!signer) return texts.key;
  return config.coin === '' || dialect.coin.test(config.coin) ? { config, signer, base, parts } : texts.coin;
};

/** Fields of a request; numbers are written as the texts that are signed. */
export type Asked = Readonly<Record<string, string | number>>;

/** What would re-split the signed text. */
const POISONED = /[&=\p{Cc}\p{Cs}]/u;

const mapOf = (fields: Asked): ReadonlyMap<string, string> =>
  new Map(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** Posts an object that we have signed. Throws OutgoingFault, and before signing what could be split otherwise. */
export const postSigned = <Config extends TokenConfig>(
  { signer, base, parts }: TokenMerchant<Config>,
  { path, fields, signature }: { readonly path: string; readonly fields: Asked; readonly signature: string },
  signal: AbortSignal,
): Promise<OutgoingAnswer> => {
  const texts = mapOf(fields);
  const poisoned = [...texts].find(([, value]) => value === '' || POISONED.test(value));
  if (poisoned) throw new Error(`${poisoned[0]} cannot be signed`);
  const json = JSON.stringify({ ...fields, [signature]: signer.sign(texts) });
  return parts.http.send({ url: new URL(path, base), json, signal });
};

/** The dearest payment, in yuan: beyond it languages write one number in several ways, and sign another text. */
const MOST_YUAN = 1_000_000;

/** Yuan as a number that every language prints alike. Throws for what is not positive, not whole fen, or too much. */
export const yuanNumber = (amount: number): number => {
  const yuan = Number(yuanText(amount));
  if (yuan >= MOST_YUAN) throw new RangeError('a payment of a million is asked by no gateway');
  return yuan;
};

/** Where a gateway notifies us and sends customers back to. Throws for addresses that cannot be signed. */
export const addressesOf = (
  { notifyUrl, returnUrl }: { readonly notifyUrl?: string; readonly returnUrl?: string },
  parts: Pick<KindParts, 'notifyUrl' | 'returnUrl'>,
): { readonly notifyUrl: string; readonly returnUrl: string } => ({
  notifyUrl: plainAddress(notifyUrl ?? parts.notifyUrl),
  returnUrl: plainAddress(returnUrl ?? parts.returnUrl),
});
