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

/** An account that buys. */
export interface Buyer {
  readonly id: string;
  readonly num: number;
  readonly cookie: string;
}

/** A product, and everybody who buys it with a coupon of their own: one for all would measure how they wait for it. */
export interface Buyers {
  readonly comboId: string;
  readonly users: readonly (Buyer & { readonly code: string })[];
}

/** Makes one call as a buyer. Throws when it is refused. */
export type CallAs = (buyer: Buyer, row: BuiltCall, payload: object) => Promise<unknown>;

/** Milli-yuan: far more than anybody buys for. */
const IN_WALLET = 1_000_000_000;
const PRICE = 30_000;
const OFF = 5000;
const YEAR_MS = 365 * 86_400_000;
/** Buyers at a time under load; each waits for one answer before the next call. */
export const LANES = 16;

/** Puts a product into the shop, and money and a coupon of 5 yuan into every account's hands. */
export const makeBuyers = async (databaseUrl: string, users: readonly Buyer[]): Promise<Buyers> => {
  const database = createDb(databaseUrl);
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
  return { comboId, users: coded };
};

/** One purchase: an order, its coupon, what it costs, and the wallet pays. Throws when a call is refused. */
export const buy = async (call: CallAs, comboId: string, buyer: Buyers['users'][number]): Promise<void> => {
  const as = <C extends BuiltCall>(row: C, payload: Input<C>): Promise<Output<C>> =>
    call(buyer, row, payload as object) as Promise<Output<C>>;
  const { _id: order_id } = await as(ordersCalls.createOrder, { combo_id: comboId });
  await as(ordersCalls.useCoupon, { order_id, code: buyer.code });
  const { payable } = await as(ordersCalls.walletCheck, { order_id });
  const { status } = await as(ordersCalls.doBuy, { order_id, pay_mode: 'alipay', shown: payable });
  if (status !== 'paied') throw new Error(`an order that a wallet covers is ${status}`);
};

/** How purchases are made at a panel. */
interface Shopping {
  readonly url: string;
  readonly seconds: number;
  /** Buyers at a time. */
  readonly lanes: number;
}

/** Purchases in so many seconds over HTTP, each by the next account and from an address of its own. */
export const runPurchases = async ({ comboId, users }: Buyers, { url, seconds, lanes }: Shopping): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const call = callAt(url, agent);
  const until = performance.now() + seconds * 1000;
  let begun = 0;
  let done = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      await buy(call, comboId, users[begun++ % users.length]!);
      done += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    agent.destroy();
  }
  return done;
};

/** Everybody has an address of their own, behind a proxy. */
export const addressOf = (num: number): string => `10.${(num >> 16) & 255}.${(num >> 8) & 255}.${num & 255}`;

const callAt =
  (url: string, agent: Agent): CallAs =>
  async ({ cookie, num }, { path }, payload) => {
    const body = JSON.stringify({ data: encodeEnvelope(payload) });
    const headers = { 'content-type': 'application/json', cookie, 'x-forwarded-for': addressOf(num) };
    const said = await new Promise<string>((resolve, reject) => {
      const asked = request(new URL(path, url), { method: 'POST', agent, headers }, (answer) =>
        text(answer).then(resolve, reject),
      );
      asked.on('error', reject);
      asked.end(body);
    });
    const { code, data, msg } = decodeEnvelope((JSON.parse(said) as { data: string }).data) as Answer;
    if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  };
