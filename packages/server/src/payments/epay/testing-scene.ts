import { afterAll, beforeEach } from 'vitest';
import { startEpayGateway, type EpayGateway } from '../../../../../testkit/epay/gateway.ts';
import type { Clock } from '../../platform/clock.ts';

/** Number of the trade that tests pay. */
export const NUMBER = '0193f3c1a2b37c4d8e9f0a1b2c3d4e5f';

const START = Date.parse('2026-11-21T04:00:00Z');

/** A gateway of a test file, and the time that it and we go by: it begins anew before each test. */
export interface GatewayScene {
  readonly gateway: EpayGateway;
  readonly clock: Clock;
  /** In milliseconds. */
  readonly time: { now: number };
  /** The money of that trade as its provider claims it. */
  claimOf(amount?: number): object;
}

/** Starts a gateway for a test file. */
export const startGatewayScene = async (): Promise<GatewayScene> => {
  const time = { now: START };
  const clock: Clock = { now: () => new Date(time.now) };
  const gateway = await startEpayGateway({ clock: () => clock.now() });
  afterAll(() => gateway.close());
  beforeEach(() => {
    time.now = START;
  });
  return {
    gateway,
    clock,
    time,
    claimOf: (amount = 9900) => ({
      reference: gateway.books.orders.get(NUMBER)!.tradeNo,
      merchant: gateway.merchant.pid,
      tradeNumber: NUMBER,
      amount,
      currency: 'CNY',
    }),
  };
};
