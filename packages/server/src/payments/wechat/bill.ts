import { createHash } from 'node:crypto';
import type { ListedMoney } from '../../platform/payment-providers.ts';
import { milliOfText } from '../epay/amounts.ts';
import { textOf } from '../members.ts';
import type { Merchant } from './merchant.ts';
import { ask, askFile, readAnswer, reasonOf } from './interface.ts';

/** What is answered for a day on which nothing was paid, and while the bill is not written. */
const NOTHING = 'NO_STATEMENT_EXIST';
const NOT_YET = 'STATEMENT_CREATING';

/** What its bill of a day says. The signed answer has the bill's digest; the bill itself is signed by nothing. */
export const listOfDay = async (
  merchant: Merchant,
  day: string,
  signal: AbortSignal,
): Promise<readonly ListedMoney[] | 'notYet'> => {
  const path = `v3/bill/tradebill?bill_date=${day}&bill_type=ALL`;
  const answer = readAnswer(merchant, await ask(merchant, { path, signal }));
  if (answer.kind === 'notJson' || answer.doubt !== undefined) throw new Error('WeChat Pay did not answer');
  const code = textOf(answer.data, 'code');
  if (code === NOTHING) return [];
  if (code === NOT_YET) return 'notYet';
  const url = URL.parse(textOf(answer.data, 'download_url'));
  if (answer.status !== 200 || !url) throw new Error(`WeChat Pay gives no bill: ${reasonOf(answer.data)}`);
  const file = await askFile(merchant, url, signal);
  const digest = createHash('sha1').update(file.bytes).digest('hex');
  if (file.status !== 200 || digest !== textOf(answer.data, 'hash_value').toLowerCase())
    throw new Error('the bill is not the one that WeChat Pay has written');
  return rowsOf(file.text);
};

/** Columns of a bill that are read, by their titles. */
const COLUMNS = {
  time: '交易时间',
  payment: '微信订单号',
  trade: '商户订单号',
  state: '交易状态',
  currency: '货币种类',
  total: '订单金额',
  refund: '微信退款单号',
  refunded: '申请退款金额',
} as const;
type Column = keyof typeof COLUMNS;

/** Values of a line; each has a mark before it, which keeps programs from reading numbers as such. */
const valuesOf = (line: string): readonly string[] =>
  line
    .replace(/\r$/, '')
    .replace(/^`/, '')
    .split(',`')
    .map((value) => value.trim());

/** The lines of a bill up to its sums. Throws for a bill without the columns that are read. */
const rowsOf = (text: string): readonly ListedMoney[] => {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split('\n');
  const titles = head
    .replace(/\r$/, '')
    .split(',')
    .map((title) => title.trim());
  const places = Object.entries(COLUMNS).map(([name, title]) => [name, titles.indexOf(title)] as const);
  if (places.some(([, at]) => at < 0)) throw new Error('the bill has other columns');
  return lines
    .filter((line) => line.startsWith('`') && valuesOf(line).length === titles.length)
    .map((line) => {
      const values = valuesOf(line);
      return rowOf(Object.fromEntries(places.map(([name, at]) => [name, values[at]!])) as Record<Column, string>);
    });
};

const rowOf = (values: Readonly<Record<Column, string>>): ListedMoney => {
  const isRefund = values.state === 'REFUND' || values.state === 'REVOKED';
  const amount = milliOfText(isRefund ? values.refunded : values.total);
  if (amount === undefined || values.currency !== 'CNY') throw new Error('the bill has an amount that cannot be read');
  const at = new Date(`${values.time.replace(' ', 'T')}+08:00`);
  return {
    kind: isRefund ? 'refunded' : 'paid',
    reference: isRefund ? values.refund : values.payment,
    tradeNumber: values.trade,
    amount,
    currency: 'CNY',
    ...(!Number.isNaN(at.getTime()) && { at }),
  };
};
