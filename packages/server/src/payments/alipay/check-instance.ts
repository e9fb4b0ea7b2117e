import type { Fields } from '../epay/fields.ts';
import { tryOut } from '../merchants.ts';
import type { Merchant } from './merchant.ts';
import { ask, isAtOtherTime, readAnswer } from './interface.ts';
import { alipayTexts } from './texts.ts';

const { test: texts } = alipayTexts;

const QUERY = 'alipay.trade.query';
/** A number that no trade of ours has. */
const NOBODYS = 'skyport-test-0';
const MOST_WORDS = 100;

/** Asks Alipay for a trade that there is not: its answer proves the application and both keys. */
export const checkInstance = (merchant: Merchant, signal: AbortSignal): Promise<string | undefined> =>
  tryOut(merchant.parts, texts, async () => {
    const answer = await ask(merchant, { method: QUERY, content: { out_trade_no: NOBODYS } }, signal);
    if (answer.status !== 200) return texts.status(answer.status);
    const read = readAnswer(merchant, QUERY, answer);
    if (read.kind === 'notJson') return texts.notJson;
    if (isAtOtherTime(answer, merchant.parts.clock)) return texts.time;
    return problemOf(read.fields) ?? (read.kind === 'signed' ? undefined : texts.signature);
  });

/** What Alipay refuses; that it knows no such trade is what it should say. */
const problemOf = (fields: Fields): string | undefined => {
  const why = fields.get('sub_code') ?? '';
  if (fields.get('code') === '10000' || why === 'ACQ.TRADE_NOT_EXIST') return undefined;
  if (Object.hasOwn(texts.codes, why)) return texts.codes[why];
  const said = (fields.get('sub_msg') ?? fields.get('msg') ?? '').replaceAll(/\p{C}/gu, ' ').trim();
  return texts.refused(said.slice(0, MOST_WORDS) || texts.wordless);
};
