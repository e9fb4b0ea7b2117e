import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { BuiltCall, Input, Output } from '@skyport/contract/call';
import { decodeEnvelope, encodeEnvelope, type Answer } from '@skyport/contract/envelope';
import { ordersCalls } from '@skyport/contract/orders';
import { GIB } from '@skyport/contract/units';
import { createDb, inTransaction } from '@skyport/db';
import { postMany } from '@skyport/db/ledger';
import { systemClock } from '@skyport/server/platform/clock';
import { createIds, systemRandom } from '@skyport/server/platform/ids';
import { inTurn, type BenchUser, type Rig } from './rig.ts';

/** Everybody who buys, with a coupon of their own: one for all would measure how they wait for its row. */
export interface Buyers {
  readonly url: string;
  readonly comboId: string;
  readonly users: readonly { readonly cookie: string; readonly code: string; readonly from: string }[];
}

/** Milli-yuan: far more than anybody buys for. */
const IN_WALLET = 1_000_000_000;
const PRICE = 30_000;
const OFF = 5000;
const YEAR_MS = 365 * 86_400_000;
/** Buyers at a time; each waits for one answer before the next call. */
const LANES = 16;

/** Puts a product into the shop, and money and a coupon of 5 yuan into every account's hands. */
export const makeBuyers = async ({ panel, users }: Rig): Promise<Buyers> => {
  const database = createDb(panel.databaseUrl);
  const ids = createIds(systemClock, systemRandom);
  const at = systemClock.now();
  const comboId = ids.next();
  const coded = users.map((user, n) => ({ ...user, code: `BENCH${n}` }));
  try {
    await inTransaction(database.db, async (trx) => {
      await trx
        .insertInto('combos')
        .values({ id: comboId, name: '流量包', price: PRICE, traffic: 100 * GIB, created_at: at })
        .execute();
      await trx
        .insertInto('coupons')
        .values(
          coded.map(({ code }) => ({
            id: ids.next(),
            name: '立减',
            type: 'cash',
            code,
            money: OFF,
            per_user: 0,
            total: 0,
            created_at: at,
            expires_at: new Date(at.getTime() + YEAR_MS),
          })),
        )
        .execute();
      await postMany(
        trx,
        users.map(({ num, id }) => ({
          key: `bench:${num}`,
          kind: 'adjust',
          ref: id,
          actor: 'bench',
          at,
          entries: [
            { account: { owner: null, kind: 'adjust' }, unit: 'CNY_MILLI', amount: -IN_WALLET },
            { account: { owner: num, kind: 'wallet' }, unit: 'CNY_MILLI', amount: IN_WALLET },
          ],
        })),
      );
    });
  } finally {
    await database.close();
  }
  const buyers = inTurn(coded, ({ cookie, code }: BenchUser & { readonly code: string }, from) => ({
    cookie,
    code,
    from,
  }));
  return { url: panel.url, comboId, users: buyers };
};

/**
 * Purchases in so many seconds, each by the next account: an order, its coupon, what it costs, and the wallet pays.
 * Throws when a call is refused.
 */
export const runPurchases = async (buyers: Buyers, seconds: number): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const until = performance.now() + seconds * 1000;
  let begun = 0;
  let done = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      await purchase(buyers, buyers.users[begun++ % buyers.users.length]!, agent);
      done += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
  } finally {
    agent.destroy();
  }
  return done;
};

const purchase = async ({ url, comboId }: Buyers, buyer: Buyers['users'][number], agent: Agent): Promise<void> => {
  const call = <C extends BuiltCall>(row: C, payload: Input<C>): Promise<Output<C>> =>
    post(row, payload, { url, buyer, agent });
  const { _id: order_id } = await call(ordersCalls.createOrder, { combo_id: comboId });
  await call(ordersCalls.useCoupon, { order_id, code: buyer.code });
  const { payable } = await call(ordersCalls.walletCheck, { order_id });
  const { status } = await call(ordersCalls.doBuy, { order_id, pay_mode: 'alipay', shown: payable });
  if (status !== 'paied') throw new Error(`an order that a wallet covers is ${status}`);
};

interface Way {
  readonly url: string;
  readonly buyer: Buyers['users'][number];
  readonly agent: Agent;
}

const post = async <C extends BuiltCall>(
  { path }: C,
  payload: Input<C>,
  { url, buyer, agent }: Way,
): Promise<Output<C>> => {
  const body = JSON.stringify({ data: encodeEnvelope(payload) });
  const headers = { 'content-type': 'application/json', cookie: buyer.cookie, 'x-forwarded-for': buyer.from };
  const said = await new Promise<string>((resolve, reject) => {
    const asked = request(new URL(path, url), { method: 'POST', agent, headers }, (answer) =>
      text(answer).then(resolve, reject),
    );
    asked.on('error', reject);
    asked.end(body);
  });
  const { code, data, msg } = decodeEnvelope((JSON.parse(said) as { data: string }).data) as Answer;
  if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
  return data as Output<C>;
};
