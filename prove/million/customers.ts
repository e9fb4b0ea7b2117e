import { setTimeout as sleep } from 'node:timers/promises';
import { accountsCalls } from '@skyport/contract/accounts';
import { readAnswer } from '@skyport/contract/client';
import { encodeEnvelope } from '@skyport/contract/envelope';

/** Customers who ask for what their first page shows. */
export interface Customers {
  /** Asks once, as the next of them; gives the ms until the whole answer. Throws for every answer but that page. */
  ask(): Promise<number>;
  /** One asks after the other while `goes`, and at least `least` times; gives the ms of each. */
  askWhile(goes: () => boolean, least: number): Promise<number[]>;
}

/** Pause between two questions: customers do not load the panel, they meet it. */
const PAUSE_MS = 2;
/** Longest time for which `askWhile` asks. */
const LONGEST_MS = 15 * 60_000;

/** An answer that is not the page, from a panel that serves. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

const addressOf = (n: number): string => `11.${n % 200}.${Math.floor(n / 200) % 200}.7`;

/** Customers of these sessions, each from an address of their own. */
export const customersOf = (url: string, cookies: readonly string[]): Customers => {
  let next = 0;
  const body = JSON.stringify({ data: encodeEnvelope({}) });
  const ask = async (): Promise<number> => {
    const n = next++ % cookies.length;
    const headers = { 'content-type': 'application/json', cookie: cookies[n] ?? '', 'x-forwarded-for': addressOf(n) };
    const began = performance.now();
    const answer = await fetch(url + accountsCalls.userInfo.path, { method: 'POST', headers, body });
    const text = await answer.text();
    const ms = performance.now() - began;
    if (answer.status !== 200) throw new WrongAnswer(`user info answered with status ${answer.status}`);
    const { code, msg } = readAnswer(JSON.parse(text));
    if (code !== 0) throw new WrongAnswer(`user info answered ${code}: ${msg}`);
    return ms;
  };
  return {
    ask,
    askWhile: async (goes, least) => {
      const times: number[] = [];
      const began = performance.now();
      while (goes() || times.length < least) {
        if (performance.now() - began > LONGEST_MS) throw new Error('the panel did not get there');
        times.push(await ask());
        await sleep(PAUSE_MS);
      }
      return times;
    },
  };
};

/** The value that so large a share of the values does not exceed. Throws for none. */
export const quantile = (values: readonly number[], share: number): number => {
  const value = values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)];
  if (value === undefined) throw new RangeError('no value was taken');
  return value;
};
