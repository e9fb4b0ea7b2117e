import { crc32, deflateRawSync } from 'node:zlib';
import { chinaTime, yuanOfFen, type PayOrder } from '../pay-books.ts';
import type { AlipayGateway } from './gateway.ts';

/*
 * Alipay's daily bill as it comes: two files in GBK, packed as a ZIP. It is written from the simulator's own books, and
 * by nothing of the product.
 */

const TITLES =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,' +
  '订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,' +
  '券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';

/** Two bytes of each character that GBK writes so, learnt from how they are read. */
const twoBytes = new Map<string, Buffer>();
for (let first = 0x81; first < 0xff; first += 1)
  for (let second = 0x40; second < 0xff; second += 1) {
    const bytes = Buffer.from([first, second]);
    const text = new TextDecoder('gbk').decode(bytes);
    if (text.length === 1 && text !== '\uFFFD' && !twoBytes.has(text)) twoBytes.set(text, bytes);
  }

const inGbk = (text: string): Buffer =>
  Buffer.concat(Array.from(text, (sign) => twoBytes.get(sign) ?? Buffer.from(sign, 'latin1')));

const numbers = (...parts: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer =>
  Buffer.concat(
    parts.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );

/** A ZIP of files by their names. */
export const zipOf = (files: readonly (readonly [name: string, content: Buffer])[]): Buffer => {
  const [bodies, list]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [title, content] of files) {
    const [name, packed] = [inGbk(title), deflateRawSync(content)];
    const about = numbers(
      [20, 2],
      [0, 2],
      [8, 2],
      [0, 4],
      [crc32(content), 4],
      [packed.length, 4],
      [content.length, 4],
    );
    const body = Buffer.concat([numbers([0x04034b50, 4]), about, numbers([name.length, 2], [0, 2]), name, packed]);
    const rest = numbers([name.length, 2], [0, 4], [0, 4], [0, 4], [at, 4]);
    list.push(numbers([0x02014b50, 4], [20, 2]), about, rest, name);
    bodies.push(body);
    at += body.length;
  }
  const listed = Buffer.concat(list);
  const [count, length] = [files.length, listed.length];
  const end = numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [length, 4], [at, 4], [0, 2]);
  return Buffer.concat([...bodies, listed, end]);
};

const lineOf = (order: PayOrder, kind: '交易' | '退款'): string => {
  const fen = kind === '交易' ? yuanOfFen(order.paidFen) : `-${yuanOfFen(order.refundedFen)}`;
  const at = chinaTime(order.paidAt);
  const zeros = ['0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00'];
  const which = kind === '交易' ? '' : `R${order.refundedFen}\t`;
  const who = [`${order.theirs}\t`, `${order.outTradeNo}\t`, kind, String(order.made['subject']), at, at];
  return [...who, '', '', '', '', 'abc***@163.com', fen, fen, ...zeros, which, '-0.06', '0.00', ''].join(',');
};

/** Lines of what was paid on a day, and went back of it. */
const linesOf = ({ books }: AlipayGateway, day: string): readonly string[] =>
  [...books.orders.values()]
    .filter(({ paidAt }) => paidAt > 0 && chinaTime(paidAt).startsWith(day))
    .flatMap((order) => [lineOf(order, '交易'), ...(order.refundedFen > 0 ? [lineOf(order, '退款')] : [])]);

/** Whether there is a bill of a day. */
export const hasBill = (gateway: AlipayGateway, day: string): boolean => linesOf(gateway, day).length > 0;

/** The bill of a day, or what its trouble makes of it. */
export const billOf = (gateway: AlipayGateway, day: string): Buffer => {
  const { bill } = gateway.trouble;
  const titles = bill === 'columns' ? TITLES.replace('订单金额（元）', '金额') : TITLES;
  const lines = linesOf(gateway, day).map((line) => (bill === 'amount' ? line.replaceAll('.', 'x') : line));
  const head = ['#支付宝业务明细查询', '#账号：[20880000000000000156]', '#---------业务明细列表---------'];
  const tail = ['#---------业务明细列表结束---------', `#导出时间：[${chinaTime(gateway.now())}]`, ''];
  const filler = bill === 'huge' ? [Buffer.alloc(70 * 1024 * 1024, '#')] : [];
  const details = Buffer.concat([inGbk([...head, titles, ...lines, ...tail].join('\r\n')), ...filler]);
  const sums = inGbk(['#支付宝业务汇总查询', '门店编号,门店名称,交易订单总笔数', '合计,,1', ''].join('\r\n'));
  const zip = zipOf([
    [`${day}_业务明细.csv`, details],
    [`${day}_业务明细(汇总).csv`, sums],
  ]);
  if (bill === 'cut') return zip.subarray(0, zip.length - 30);
  if (bill === 'changed') zip[60]! ^= 0xff;
  return bill === 'html' ? Buffer.from('<html>登录</html>') : zip;
};
