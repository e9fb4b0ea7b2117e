import type { KindParts } from '../kinds/kind.ts';
import { tryOut } from '../merchants.ts';
import type { EpayConfig } from './config.ts';
import type { Fields } from './fields.ts';
import { askByKey, baseOf, post, readAnswer, type Merchant } from './gateway.ts';
import { signerOf } from './signer.ts';
import { epayTexts } from './texts.ts';

const { test: texts } = epayTexts;

/** The merchant of a configuration, or a Chinese sentence of what it lacks. */
export const merchantOf = (config: EpayConfig, parts: KindParts): Merchant | string => {
  const base = baseOf(config.gateway);
  if (!base) return texts.gateway;
  const problem = parts.http.problemOf(base);
  if (problem) return texts[problem];
  if (config.pid === '') return texts.pid;
  const signer = signerOf(config);
  if (!signer) return config.kind === 'epay_v1' ? texts.key : texts.keys;
  return { config, signer, base, parts };
};

/** Asks the gateway who we are; gives a Chinese sentence of what is wrong, else undefined. */
export const checkInstance = (merchant: Merchant, signal: AbortSignal): Promise<string | undefined> =>
  tryOut(merchant.parts, texts, async () => {
    const { config } = merchant;
    const answer = await (config.kind === 'epay_v1'
      ? askByKey(merchant, { act: 'query' }, signal)
      : post(merchant, 'api/merchant/info', { fields: {}, signal }));
    if (answer.status !== 200) return texts.status(answer.status);
    const read = readAnswer(merchant, answer);
    if (read.kind === 'no') return texts.refused(wordsOf(read.fields, config));
    return read.kind === 'yes' ? merchantProblem(read.fields, config) : texts[read.kind];
  });

/** Both versions say the merchant's number; `active` and `status` are 0 for one that is switched off. */
const merchantProblem = (fields: Fields, { pid }: EpayConfig): string | undefined => {
  if (fields.get('pid') !== pid) return texts.merchant;
  return fields.get('active') === '0' || fields.get('status') === '0' ? texts.disabled : undefined;
};

const MOST_WORDS = 100;

/** What a gateway says of its refusal; our key is taken out, should it be in it. */
const wordsOf = (fields: Fields, config: EpayConfig): string => {
  const said = fields.get('msg') ?? '';
  const harmless = config.kind === 'epay_v1' ? said.replaceAll(config.key.trim(), '') : said;
  return harmless.replaceAll(/\p{C}/gu, ' ').trim().slice(0, MOST_WORDS) || texts.wordless;
};
