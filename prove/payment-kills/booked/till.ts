import type { PayMode } from '@skyport/contract/orders';
import type { TestApp } from '@skyport/server/testing-app';
import type { PayNotice } from '../../../testkit/pay-server.ts';
import { makeInstance } from '../epay/tills.ts';
import type { Answered } from '../send.ts';
import type { Taken } from '../takings.ts';

/** A simulator with books of its own, whatever it speaks; trades have their numbers there. */
export interface BookedGateway {
  /** What the operator copies from its pages. */
  readonly form: object;
  /** What can be wrong with it, to be changed. */
  readonly trouble: object;
  /** Where the operator has to type in the address of the shop; absent where the shop says it itself. */
  hearOf?(notifyUrl: string): void;
  payments(): readonly (Taken & { readonly number: string })[];
  /** Fen that customers have paid in all. */
  takings(): number;
  /** Fen that are asked of a trade which can be paid now; undefined of every other one. */
  asks(number: string): number | undefined;
  /** A customer pays so many fen. */
  pay(number: string, fen: number): void;
  /** Somebody pays milli-yuan for what is no trade of ours; absent where nobody hears of that. */
  payStray?(number: string, to: { readonly fen: number; readonly notifyUrl: string }): void;
  /** The notification of a payment, signed now. */
  envelope(number: string): PayNotice;
  /** One by our own key, of a trade that nobody has paid; absent where no such key is known to others. */
  forge?(number: string, reference: string): PayNotice;
  /** Notes a try of a notification; gives whether it was acknowledged. */
  tried(number: string, answered: Answered | undefined): boolean;
  recover(): void;
  close(): Promise<void>;
}

/** A kind of simulator, and what an instance of it is. */
export interface BookedKind {
  readonly name: string;
  readonly mode: PayMode;
  /** Whether another amount can come there than was asked. */
  readonly takesOther: boolean;
  /** Each with what is wrong then. */
  readonly troubles: readonly (readonly [what: string, trouble: object])[];
  start(clock: () => Date): Promise<BookedGateway>;
}

/** A simulator, and the instance by which the shop takes money there. */
export interface BookedTill {
  readonly kind: BookedKind;
  readonly instance: string;
  readonly gateway: BookedGateway;
  /** Where the shop is notified. */
  readonly notifyUrl: string;
}

/** Starts a simulator by the clock of the shop, which is reached at `front` and takes money there from now on. */
export const openBooked = async (app: TestApp, front: string, kind: BookedKind): Promise<BookedTill> => {
  await app.changeSettings({ notify_url: front, return_url: front });
  const gateway = await kind.start(() => app.clock.now());
  const { name: instance, notify_url: notifyUrl } = await makeInstance(app, { label: kind.name, ...gateway.form });
  gateway.hearOf?.(notifyUrl);
  await app.changeSettings({ [kind.mode]: instance });
  return { kind, instance, gateway, notifyUrl };
};

/** The till of a kind. */
export const bookedTill = (tills: readonly BookedTill[], kind: BookedKind): BookedTill => {
  const till = tills.find((each) => each.kind === kind);
  if (!till) throw new Error(`the shop takes no money by ${kind.name}`);
  return till;
};
