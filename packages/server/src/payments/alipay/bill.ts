import { HOUR_MS } from '../../platform/clock.ts';
import { listDayOf } from '../../platform/list-days.ts';
import { ListFault, type ListedMoney } from '../../platform/payment-providers.ts';
import { filesInZip, ZipFault } from '../../platform/zip.ts';
import { milliOfText } from '../epay/amounts.ts';
import { reasonOf } from './begin.ts';
import { ask, readAnswer } from './interface.ts';
import type { Merchant } from './merchant.ts';
import { timeOf } from './notification.ts';

const BILL = 'alipay.data.dataservice.bill.downloadurl.query';

/** What is answered while a bill is not written, and for a day on which there was nothing to write. */
const NO_BILL = /bill_not_exist$/i;
/** Who has not signed for bills, or may not read them. */
const DENIED = /permissions$/;
/** A bill is written in the morning; which is not there at noon never will be. */
const WRITTEN_MS = 12 * HOUR_MS;

/** Bytes of a bill that are taken, as it comes and unpacked: some hundred thousand lines. */
const [ZIP_BYTES, BILL_BYTES] = [8 * 1024 * 1024, 64 * 1024 * 1024];

/** Columns of a bill that are read, by their titles. */
const COLUMNS = {
  payment: '支付宝交易号',
  trade: '商户订单号',
  kind: '业务类型',
  done: '完成时间',
  total: '订单金额（元）',
  refund: '退款批次号/请求号',
} as const;
type Column = keyof typeof COLUMNS;
type Line = Readonly<Record<Column, string>>;
/** What customers bought, in which there may be commas. */
const SUBJECT = '商品名称';

const KINDS: Readonly<Partial<Record<string, ListedMoney['kind']>>> = { 交易: 'paid', 退款: 'refunded' };

/** Our numbers of trades: others use the same account. */
const OWN = /^[0-9a-f]{32}$/;
const NUMBER = /^[\w.-]{1,64}$/;

const valuesOf = (line: string): string[] => line.split(',').map((value) => value.trim());

/** Where the columns stand, which the title line says. */
const placesOf = (titles: readonly string[]): ReadonlyMap<Column, number> => {
  const names = Object.keys(COLUMNS) as Column[];
  return new Map(names.map((name) => [name, titles.indexOf(COLUMNS[name])]));
};

/** The lines of a bill, by their columns; undefined for a file of something else, such as that of its sums. */
const linesOf = (text: string): readonly Line[] | undefined => {
  const all = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const titles = valuesOf(all[0] ?? '');
  const [places, subject] = [placesOf(titles), titles.indexOf(SUBJECT)];
  if ([...places.values(), subject].some((at) => at < 0)) return undefined;
  return all.slice(1).map((line) => {
    const values = valuesOf(line);
    const more = values.length - titles.length;
    if (more < 0) throw new ListFault('a line of the bill of Alipay is cut');
    const valueAt = (at: number): string => values[at > subject ? at + more : at]!;
    return Object.fromEntries([...places].map(([name, at]) => [name, valueAt(at)])) as Record<Column, string>;
  });
};

const moneyOf = ({ payment, trade, kind: called, done, total, refund }: Line): readonly ListedMoney[] => {
  const kind = KINDS[called];
  if (!kind || !OWN.test(trade)) return [];
  const amount = milliOfText(total.replace(/^-/, ''));
  const at = timeOf(done);
  if (amount === undefined || !at || !NUMBER.test(payment)) throw new ListFault('the bill of Alipay cannot be read');
  // A refund is named as the notification of it names it.
  const which = NUMBER.test(refund) ? refund : total.replace(/^-/, '');
  const reference = kind === 'paid' ? payment : `${payment}-${which}`;
  return [{ kind, reference, tradeNumber: trade, amount, currency: 'CNY', at }];
};

const unpacked = (zip: Buffer): readonly Buffer[] => {
  try {
    return filesInZip(zip, BILL_BYTES);
  } catch (fault) {
    throw fault instanceof ZipFault ? new ListFault(`the bill of Alipay: ${fault.message}`) : fault;
  }
};

/** What a bill says as it came: packed, in GBK. Throws ListFault for one that is not as it should be. */
const readBill = (zip: Buffer): readonly ListedMoney[] => {
  const decoder = new TextDecoder('gb18030');
  const lines = unpacked(zip).flatMap((file) => {
    const found = linesOf(decoder.decode(file));
    return found ? [found] : [];
  });
  if (lines.length !== 1) throw new ListFault('the bill of Alipay has other columns');
  return lines[0]!.flatMap(moneyOf);
};

/** Where a bill is, which the signed answer says; its address has no TLS where Alipay still writes it so. */
const fetchBill = async (merchant: Merchant, address: string, signal: AbortSignal): Promise<Buffer> => {
  const { http } = merchant.parts;
  const url = URL.parse(address);
  if (!url) throw new ListFault('Alipay says no address of its bill');
  if (http.problemOf(url) === 'insecure') url.protocol = 'https:';
  const { status, bytes } = await http.send({ url, signal, maxBytes: ZIP_BYTES });
  if (status !== 200) throw new ListFault(`the bill of Alipay is answered by ${status}`);
  return bytes;
};

/**
 * What Alipay's bill of a day says of our payments: `notYet` until it is written, `none` for a day that has none, or an
 * application that may read none. Throws when it cannot be had, ListFault when it is not as it should be.
 */
export const listOfDay = async (
  merchant: Merchant,
  day: string,
  signal: AbortSignal,
): Promise<readonly ListedMoney[] | 'notYet' | 'none'> => {
  const question = { method: BILL, content: { bill_type: 'trade', bill_date: day } };
  const answer = readAnswer(merchant, BILL, await ask(merchant, question, signal));
  if (answer.kind !== 'signed') throw new Error('Alipay did not answer');
  const { fields } = answer;
  if (fields.get('code') === '10000')
    return readBill(await fetchBill(merchant, fields.get('bill_download_url') ?? '', signal));
  const reason = reasonOf(fields);
  if (DENIED.test(reason)) return 'none';
  if (!NO_BILL.test(reason)) throw new ListFault(`Alipay gives no bill: ${reason}`);
  const written = listDayOf(day).end + WRITTEN_MS;
  return merchant.parts.clock.now().getTime() < written ? 'notYet' : 'none';
};
