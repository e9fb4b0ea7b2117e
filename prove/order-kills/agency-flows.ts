import { agencyCalls } from '@skyport/contract/agency';
import { codes } from '@skyport/contract/codes';
import { ask, given, type GiftFlow, type Pair } from './gift-calls.ts';
import type { World } from './world.ts';

/* Ways by which the panel dies while an agency gives traffic to its customer, or makes another one. */

/** G of a gift. */
const GIVEN = 20;

const giftOf = ({ sender, receiver }: Pair) => ({
  id: receiver.userId,
  giveNumber: GIVEN,
  change: `gift-of-${sender.userId}`,
});

const emailOf = ({ sender }: Pair): string => `customer-of-${sender.num}@agency.example`;

const make = (world: World, pair: Pair) =>
  ask(world, pair.sender, agencyCalls.makeCustomer.path, { email: emailOf(pair) });

/** The customer that an agency wanted, asked for until it is there. */
const madeCustomer = async (world: World, pair: Pair): Promise<string> => {
  const heard = await make(world, pair);
  if (heard === 'lost' || ![0, codes.emailTaken.code].includes(heard.code))
    throw new Error(`no customer can be made any more: ${JSON.stringify(heard)}`);
  const rows = await world.shop.app.deps.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', emailOf(pair))
    .where('agent_id', '=', pair.sender.userId)
    .where('is_agency_user', '=', true)
    .execute();
  if (rows.length !== 1) throw new Error(`one wish has led to ${rows.length} customers`);
  return rows[0]!.id;
};

/** Whoever was made gets a link by which a password can be set. */
const linkAgain = async (world: World, pair: Pair): Promise<void> => {
  const { mailed, link } = await given(world, pair.sender, agencyCalls.newLink.path, {
    id: await madeCustomer(world, pair),
  });
  if (!mailed && link === '') throw new Error('a customer of an agency gets no link any more');
};

/** The ways of agencies; everybody begins with so many G. */
export const agencyFlows = (has: number): readonly GiftFlow[] => [
  {
    name: 'an agency gives',
    points: ['agency-give.before-commit', 'agency-give.after-commit'],
    isMade: false,
    isAgency: true,
    strike: (world, pair) => ask(world, pair.sender, agencyCalls.give.path, giftOf(pair)),
    resume: async (world, pair) => {
      for (const _again of [1, 2]) await given(world, pair.sender, agencyCalls.give.path, giftOf(pair));
      return [has - GIVEN, has + GIVEN];
    },
  },
  {
    name: 'an agency makes a customer',
    points: ['agency-customer.before-commit', 'agency-customer.after-commit'],
    isMade: false,
    isAgency: true,
    strike: make,
    resume: async (world, pair) => {
      await linkAgain(world, pair);
      return [has, has];
    },
  },
  {
    name: 'an agency makes another link',
    points: ['agency-link.before-commit', 'agency-link.after-commit'],
    isMade: false,
    isAgency: true,
    strike: async (world, pair) =>
      ask(world, pair.sender, agencyCalls.newLink.path, { id: await madeCustomer(world, pair) }),
    resume: async (world, pair) => {
      await linkAgain(world, pair);
      return [has, has];
    },
  },
];
