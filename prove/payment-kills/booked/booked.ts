import { prepare } from '../../order-kills/flows.ts';
import { flowsAt, type Cashier } from '../cashier-flows.ts';
import type { ProvedProvider } from '../provider.ts';
import { listUnasked } from '../silent.ts';
import { takingsProblems } from '../takings.ts';
import type { PayWorld } from '../world.ts';
import { actAtTill } from './crowd.ts';
import { pay, payStray, type Paid } from './payers.ts';
import { notify } from './post.ts';
import { bookedTill, openBooked, type BookedKind } from './till.ts';
import { wrongsAt } from './wrong.ts';

/** How often a provider tells of a payment. */
const TELLINGS = 5;

const cashierOf = (kind: BookedKind, hasStrays: boolean): Cashier<Paid> => ({
  name: kind.name,
  mode: kind.mode,
  takesOther: kind.takesOther,
  pay: async ({ journal, booked }, { user, trade }, more) =>
    pay({ journal }, { user, trade: trade!, till: bookedTill(booked, kind) }, more),
  notify,
  referenceOf: ({ reference }) => reference,
  ...(hasStrays && { payStray: (world: PayWorld) => payStray(world, bookedTill(world.booked, kind)) }),
});

/** A provider tells of what was paid until it hears that it is stored. */
const tellAll = async (world: PayWorld, kind: BookedKind): Promise<void> => {
  const till = bookedTill(world.booked, kind);
  for (const payment of till.gateway.payments()) {
    if (payment.paidFen === 0 || payment.acknowledged || world.silent.has(payment.reference)) continue;
    for (let tries = 1; !(await notify(world, { till, ...payment })); tries += 1)
      if (tries >= TELLINGS) throw new Error(`${payment.reference} is not acknowledged`);
  }
};

/** A provider in the proof whose simulator has books of its own. `hasStrays`: money for nobody is heard of there. */
export const booked = (kind: BookedKind, { hasStrays }: { readonly hasStrays: boolean }): ProvedProvider => ({
  name: kind.name,
  open: async (app, front) => {
    const till = await openBooked(app, front, kind);
    return { booked: [till], stop: () => till.gateway.close() };
  },
  flows: flowsAt(cashierOf(kind, hasStrays)),
  wrongs: (world, isQuick) => wrongsAt(world, kind, isQuick),
  troubles: kind.troubles.map(([what, trouble]) => ({
    name: `${kind.name}: ${what}`,
    begin: (world) => void Object.assign(bookedTill(world.booked, kind).gateway.trouble, trouble),
  })),
  act: (world, own) => actAtTill(world, own, bookedTill(world.booked, kind)),
  acknowledge: () => [
    {
      name: kind.name,
      pay: async (world) => {
        const { user, trade } = await prepare(world, { before: { isBought: true, mode: kind.mode } });
        const paid = pay(world, { user, trade: trade!, till: bookedTill(world.booked, kind) });
        if (!paid || !(await notify(world, paid))) throw new Error('a payment is not acknowledged');
      },
    },
  ],
  recover: (world) => bookedTill(world.booked, kind).gateway.recover(),
  stir: (world) => tellAll(world, kind),
  unheard: listUnasked,
  audit: (world) => {
    const { instance, gateway } = bookedTill(world.booked, kind);
    return takingsProblems(world, { instance, payments: gateway.payments(), takings: gateway.takings() });
  },
});
