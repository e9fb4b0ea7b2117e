import assert from 'node:assert/strict';
import { isOpenOrder, type OrderState } from '@skyport/contract/order-states';
import { until } from '../../../testkit/until.ts';
import { cancel } from '../../order-kills/acts.ts';
import { prepare, statesOf } from '../../order-kills/flows.ts';
import { numberOf } from '../epay/payers.ts';
import { endProblems, type WrongAt } from '../provider.ts';
import type { PayWorld } from '../world.ts';
import { pay, payStray, type Paid, type Payable } from './payers.ts';
import { mutations, notify, send, sendElsewhere, sendMutated } from './post.ts';
import { bookedTill, type BookedKind, type BookedTill } from './till.ts';

/** Somebody's order that waits for money, at a till. */
interface Waiting extends Payable {
  readonly user: Parameters<typeof cancel>[1];
  readonly orderId: string;
}

/** Something that is not as it should be, and must do no harm. */
interface Wrong {
  readonly name: string;
  /** Where it can happen; everywhere when it is not said. */
  fits?(till: BookedTill): boolean;
  /** Gives how the order must stand when all has settled. */
  happen(world: PayWorld, waiting: Waiting): Promise<OrderState>;
}

const wait = async (world: PayWorld, till: BookedTill): Promise<Waiting> => {
  const before = { fund: 5, isBought: true, mode: till.kind.mode } as const;
  const { user, orderId, trade } = await prepare(world, { before });
  return { user, orderId, trade: trade!, till };
};

const paid = (world: PayWorld, waiting: Waiting, more = 0): Paid => {
  const done = pay(world, waiting, more);
  assert(done, 'nothing can be paid at the provider');
  return done;
};

const takesOther = ({ kind }: BookedTill): boolean => kind.takesOther;

let forgeries = 0;

/** Sends a notification that the shop's own key has signed and nobody has paid; waits until its provider was asked. */
const forge = async (world: PayWorld, { till, trade }: Waiting): Promise<void> => {
  forgeries += 1;
  const reference = `forged-${till.instance}-${forgeries}`;
  world.forged.add(reference);
  await send(world, till.gateway.forge!(numberOf(trade), reference));
  const { db } = world.shop.app.deps;
  const isTried = async (): Promise<boolean> => {
    const rows = await db.selectFrom('claims').selectAll().where('reference', '=', reference).execute();
    return rows.length > 0 && rows.every(({ attempts, state }) => attempts > 0 || state !== 'waiting');
  };
  await until('a forged claim to be looked into', isTried);
};

/** What may be wrong with what providers say, and must not be believed or counted otherwise than it is. */
const wrongs: readonly Wrong[] = [
  {
    name: 'words that were changed on their way',
    happen: async (world, waiting) => {
      const done = paid(world, waiting);
      for (const which of mutations.keys()) await sendMutated(world, done, which);
      await sendElsewhere(world, done);
      const states = await statesOf(world, waiting);
      assert(isOpenOrder(states.get(waiting.orderId)!), 'something that was changed was believed');
      return 'paied';
    },
  },
  {
    name: 'a word by our own key of money that nobody has paid',
    fits: ({ gateway }) => gateway.forge !== undefined,
    happen: async (world, waiting) => {
      await forge(world, waiting);
      return 'topay';
    },
  },
  {
    name: 'a fen too little',
    fits: takesOther,
    happen: async (world, waiting) => {
      await notify(world, paid(world, waiting, -1));
      return 'topay';
    },
  },
  {
    name: 'a fen too much',
    fits: takesOther,
    happen: async (world, waiting) => {
      await notify(world, paid(world, waiting, 1));
      return 'paied';
    },
  },
  {
    name: 'the same word twenty times at once',
    happen: async (world, waiting) => {
      const done = paid(world, waiting);
      await Promise.all(Array.from({ length: 20 }, () => notify(world, done)));
      return 'paied';
    },
  },
  {
    name: 'money for an order that was cancelled in between',
    happen: async (world, waiting) => {
      const done = paid(world, waiting);
      await cancel(world, waiting.user, waiting.orderId);
      await notify(world, done);
      return 'cancled';
    },
  },
  {
    name: 'money of a trade that there is not',
    fits: ({ gateway }) => gateway.payStray !== undefined,
    happen: async (world, { till }) => {
      await notify(world, payStray(world, till));
      return 'topay';
    },
  },
];

/** How many of them a quick run has happen. */
const QUICK = 3;

/** Everything wrong that can happen at a till; `isQuick`: the first of it. */
export const wrongsAt = (world: PayWorld, kind: BookedKind, isQuick: boolean): WrongAt[] => {
  const till = bookedTill(world.booked, kind);
  const fitting = wrongs.filter(({ fits }) => fits?.(till) ?? true);
  return fitting.slice(0, isQuick ? QUICK : fitting.length).map(({ name, happen }) => ({
    name: `${name}, by ${kind.name}`,
    happen: async (own) => {
      const waiting = await wait(own, till);
      const wanted = await happen(own, waiting);
      await own.settleDown();
      return endProblems(own, waiting, wanted);
    },
  }));
};
