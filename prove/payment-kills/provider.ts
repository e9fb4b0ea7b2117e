import { isOpenOrder, type OrderState } from '@skyport/contract/order-states';
import type { TestApp } from '@skyport/server/testing-app';
import type { Wishes } from '../order-kills/crowd.ts';
import { statesOf, type Flow, type Purchase } from '../order-kills/flows.ts';
import type { PayWorld, Places } from './world.ts';

/** A way to pay that comes by crash points. */
export type PayFlow = Flow<PayWorld>;

/** Something that goes wrong with money, with the order that it is about. */
export interface WrongAt {
  readonly name: string;
  /** Has it happen; gives what is wrong afterwards, when all has settled. */
  happen(world: PayWorld): Promise<string[]>;
}

/** What becomes of a provider for a while. */
export interface Trouble {
  readonly name: string;
  begin(world: PayWorld): void;
}

/** Money of which the panel says that it has it. */
export interface Acknowledged {
  readonly name: string;
  /** Throws when it is not acknowledged. */
  pay(world: PayWorld): Promise<void>;
}

/** What the books of a shop are held against. */
export type Audited = Pick<
  PayWorld,
  'journal' | 'people' | 'providers' | 'tills' | 'coins' | 'booked' | 'strays' | 'forged'
> & {
  readonly shop: Pick<PayWorld['shop'], 'app'>;
};

/** What a provider brings to a shop that takes money there. */
export interface Opened extends Partial<Places> {
  /** What every panel finds in its environment. */
  readonly environment?: Readonly<Record<string, string>>;
  stop(): Promise<unknown>;
}

/**
 * One kind of provider in the proof: its simulators have books of their own, and money comes there in its own ways. It
 * is named in `providers.ts`; nothing else knows of it.
 */
export interface ProvedProvider {
  readonly name: string;
  /** Starts its simulators and has the shop take money there, which is reached at `front`. */
  open(app: TestApp, front: string): Promise<Opened>;
  /** Every way; the first that names a crash point is the one of a quick run. */
  readonly flows: readonly PayFlow[];
  /** Everything that may be wrong there; `isQuick`: without what is the same in another way. */
  wrongs(world: PayWorld, isQuick: boolean): readonly WrongAt[];
  readonly troubles: readonly Trouble[];
  /** One thing that somebody does there who is one of many. */
  act(world: PayWorld, own: Wishes): Promise<unknown>;
  /** Has money acknowledged by the panel, right before it is killed; absent where nothing is acknowledged. */
  acknowledge?(world: PayWorld): readonly Acknowledged[];
  /** Ends every trouble. */
  recover(world: PayWorld): void;
  /** Has the shop told of all that was paid, or lets it look. */
  stir(world: PayWorld): Promise<void>;
  /** Money of which the shop knows nothing yet, each in words. */
  unheard(world: PayWorld): Promise<string[]>;
  /** What its books say and the shop does not, or the other way round. All that was paid has settled. */
  audit(world: Audited): Promise<string[]>;
}

/** Whether an order stands where it must; a sentence when not. One that is open may have the wallet's share or not. */
export const endProblems = async (
  world: PayWorld,
  purchase: Pick<Purchase, 'user' | 'orderId'>,
  wanted: OrderState,
): Promise<string[]> => {
  const state = (await statesOf(world, purchase)).get(purchase.orderId) ?? 'gone';
  const isRight = state === wanted || (state !== 'gone' && isOpenOrder(wanted) && isOpenOrder(state));
  return isRight ? [] : [`the order is ${state}, and must be ${wanted}`];
};
