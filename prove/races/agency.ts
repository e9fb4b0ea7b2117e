import { agencyCalls } from '@skyport/contract/agency';
import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import type { TestSession } from '@skyport/server/testing-app';
import { makeAgency } from '../shop/agency.ts';
import type { ShopServer } from '../shop/client.ts';
import { grantedOf, healthOf, holder } from './gifts.ts';
import { allAtOnce, codeOf, type Round } from './round.ts';

/** G that an agency has, of one of its gifts, and how many gifts it tries. */
const [HAS, GIVEN, TRIED] = [20, 3, 12];
const CUSTOMERS = 2;

interface Agency {
  readonly agent: TestSession;
  readonly customers: readonly TestSession[];
}

const openAgency = async (round: Round): Promise<Agency> => {
  const agent = await holder(round, HAS);
  const customers: TestSession[] = [];
  for (let n = 0; n < CUSTOMERS; n += 1) customers.push(await holder(round, 0));
  await makeAgency(round.shop.app, agent, ...customers);
  return { agent, customers };
};

const giving =
  ({ agent, customers }: Agency, n: number) =>
  (server: ShopServer) => {
    const to = customers[n % customers.length]!;
    const form = { id: to.userId, giveNumber: GIVEN, change: `race-gift-${n}-of-${agent.num}` };
    return server.call(agencyCalls.give.path, form, agent);
  };

/** What came of the gifts of one agency. */
const problemsOf = async (round: Round, { agent, customers }: Agency): Promise<string[]> => {
  const [left, came] = [await grantedOf(round, [agent]), await grantedOf(round, customers)];
  const wanted = Math.floor(HAS / GIVEN) * GIVEN * GIB;
  return came === wanted && left === HAS * GIB - wanted
    ? []
    : [`of ${HAS} G an agency has ${left} bytes left, and its customers ${came}`];
};

/**
 * Agencies give more than they have, each gift sent twice, and one customer is asked for by a stranger: what there was
 * is given, each gift once, and nothing goes to whom it does not belong.
 */
export const agencyGifts = async (round: Round): Promise<string[]> => {
  const agencies: Agency[] = [];
  for (let n = 0; n < round.crowd.accounts; n += 1) agencies.push(await openAgency(round));
  const [first, stranger] = [agencies[0]!, await openAgency(round)];
  const heard = await allAtOnce(
    round,
    Array.from({ length: 2 * TRIED }, (_, n) => agencies.map((agency) => giving(agency, n % TRIED))).flat(),
  );
  const strange = await allAtOnce(
    round,
    Array.from({ length: TRIED }, (_, n) => giving({ agent: stranger.agent, customers: first.customers }, n)),
  );
  const wrong = [
    ...heard.filter((each) => ![0, codes.notEnoughTraffic.code].includes(codeOf(each) ?? -1)),
    ...strange.filter((each) => codeOf(each) !== codes.notFound.code),
  ];
  const problems: string[] = [];
  for (const agency of agencies) problems.push(...(await problemsOf(round, agency)));
  return [
    ...wrong.map((each) => `an answer about a gift: ${JSON.stringify(each)}`),
    ...problems,
    ...(await healthOf(round)),
  ];
};
