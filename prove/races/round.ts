import type { AccountTraits, TestData, TestSession } from '@skyport/server/testing-app';
import type { Heard, ShopServer } from '../shop/client.ts';
import type { Journal } from '../shop/journal.ts';
import type { ProvedShop } from '../shop/shop.ts';

/** Calls that are under way at a time: more than the connections of both processes together. */
const AT_ONCE = 100;

/** How many take part; a quick run has fewer. */
export interface Crowd {
  readonly buyers: number;
  readonly uses: number;
  readonly onOneOrder: number;
  readonly accounts: number;
  readonly creations: number;
}

/** Everything of one round. */
export interface Round {
  readonly shop: ProvedShop;
  readonly servers: readonly ShopServer[];
  readonly journal: Journal;
  readonly crowd: Crowd;
  readonly random: () => number;
  /** Everybody whose money is held against the books in the end. */
  readonly people: TestSession[];
}

/** Calls everything, so many at a time, by turns through both processes; notes every answer that is a fault. */
export const allAtOnce = async (
  { servers, journal }: Round,
  calls: readonly ((server: ShopServer) => Promise<Heard | 'told'>)[],
): Promise<Heard[]> => {
  const heard: Heard[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < calls.length; at = next++) {
      const answer = await calls[at]!(servers[at % servers.length]!);
      if (answer === 'told') continue;
      heard.push(answer);
      if (answer === 'lost' || answer.status >= 500)
        journal.faults.push(`an answer is a fault: ${JSON.stringify(answer)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return heard;
};

/** The code of an answer; undefined for one that was lost. */
export const codeOf = (heard: Heard): number | undefined => (heard === 'lost' ? undefined : heard.code);
/** What an answer holds. */
export const dataOf = (heard: Heard): TestData => (heard === 'lost' ? undefined : heard.data);

/** An account whose money is held against the books in the end. */
export const newcomer = async ({ shop, people }: Round, traits: AccountTraits = {}): Promise<TestSession> => {
  const user = await shop.app.account(traits);
  people.push(user);
  return user;
};
