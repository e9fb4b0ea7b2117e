import { setTimeout as sleep } from 'node:timers/promises';
import { decodeEnvelope, encodeEnvelope, type Answer } from '@skyport/contract/envelope';
import type { Buyer, Buyers } from './old-release.ts';

/** What clients were told. */
export interface Told {
  /** Orders that were made, and those that were paid, by their ids, with their buyer's number. */
  readonly made: Map<string, number>;
  readonly paid: Map<string, number>;
  /** Refusals and HTTP errors that a client must not see. */
  readonly faults: string[];
  /** When each answer came, in milliseconds of the process' clock. */
  readonly answeredAt: number[];
  /** How often nobody answered, or a panel said that it is about to stop. */
  away: number;
}

export const createTold = (): Told => ({ made: new Map(), paid: new Map(), faults: [], answeredAt: [], away: 0 });

/** Everybody asks from a network of their own. */
const addressOf = (num: number): string => `198.18.${(num >> 8) & 255}.${num & 255}`;

/** A client tries again after so long, in milliseconds. */
const BREATH_MS = 50;
const ANSWER_LIMIT_MS = 30_000;
/** HTTP statuses of a proxy without a panel, and of a panel that stops. */
const AWAY = [502, 503];

/** Clients that buy until they are told to stop. */
export const startClients = (url: string, { comboId, users }: Buyers, told: Told): { stop(): Promise<void> } => {
  let goesOn = true;
  /** One call, retried while the panel is away. Returns undefined if refused, or when the clients stop. */
  const ask = async ({ num, cookie }: Buyer, path: string, payload: object): Promise<Answer['data']> => {
    while (goesOn) {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': addressOf(num) },
        body: JSON.stringify({ data: encodeEnvelope(payload) }),
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => ({ status: 502, text: '' }));
      if (AWAY.includes(answer.status)) {
        told.away += 1;
        await sleep(BREATH_MS);
        continue;
      }
      told.answeredAt.push(performance.now());
      if (answer.status !== 200) {
        told.faults.push(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
        return undefined;
      }
      const { code, data, msg } = decodeEnvelope((JSON.parse(answer.text) as { data: string }).data) as Answer;
      if (code === 0) return data;
      // A purchase whose answer was lost may be done: its repetition is refused rightly.
      told.faults.push(...(told.away > 0 && path.endsWith('dobuy') ? [] : [`${path}: ${code} ${msg}`]));
      return undefined;
    }
    return undefined;
  };
  const client = async (buyer: Buyer): Promise<void> => {
    while (goesOn) {
      const order = (await ask(buyer, '/api/shop/create_order', { combo_id: comboId })) as { _id: string } | undefined;
      if (!order) continue;
      const order_id = order._id;
      told.made.set(order_id, buyer.num);
      const check = await ask(buyer, '/api/shop/wallet_check', { order_id });
      if (!check) continue;
      const shown = (check as { payable: object }).payable;
      const trade = await ask(buyer, '/api/shop/dobuy', { order_id, pay_mode: 'alipay', shown });
      if ((trade as { status?: string } | undefined)?.status === 'paied') told.paid.set(order_id, buyer.num);
    }
  };
  const all = users.map(client);
  return {
    stop: async () => {
      goesOn = false;
      await Promise.all(all);
    },
  };
};

/** The longest time without any answer, in milliseconds. */
export const longestSilence = ({ answeredAt }: Told): number =>
  answeredAt.reduce((most, at, n) => Math.max(most, n === 0 ? 0 : at - answeredAt[n - 1]!), 0);
